export interface ToolTable {
  /** `[tool.<name>]` in pyproject.toml. */
  readonly name: string;
  /** At the root of the project, in the syntax of .gitignore. */
  readonly ignoreFile: string;
  /** The key that says which versions of the host application the node supports. */
  readonly hostVersion: string;
  /** The pip package whose version is that of the host's front end. It is not a requirement of the node. */
  readonly frontendPackage?: string;
  /** What the host's own pack command calls its file. */
  readonly earlierPackage?: string;
  /** Has the token if there is no PATCHBAY_TOKEN. */
  readonly tokenVariable?: string;
  /** What a registry of the host calls some keys of a publish, besides their own names. */
  readonly hostKeys?: Readonly<Record<string, string>>;
}

/**
 * The tables that describe a node to a registry: our own and those of hosts. They have the same keys. For each key, the
 * first table that has it is used.
 */
export const toolTables: readonly ToolTable[] = [
  { name: 'patchbay', ignoreFile: '.patchbayignore', hostVersion: 'requires-app' },
  {
    // https://docs.comfy.org/registry/specifications and the sources of comfy-cli. The variable is the name that the
    // ecosystem's CI recipes give the token.
    name: 'comfy',
    ignoreFile: '.comfyignore',
    hostVersion: 'requires-comfyui',
    frontendPackage: 'comfyui-frontend-package',
    earlierPackage: 'node.zip',
    tokenVariable: 'REGISTRY_ACCESS_TOKEN',
    hostKeys: {
      supported_app_version: 'supported_comfyui_version',
      supported_app_frontend_version: 'supported_comfyui_frontend_version',
    },
  },
];
