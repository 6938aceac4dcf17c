import { join } from 'node:path';
import { writeFiles } from './make-folder.ts';

export interface ProjectTexts {
  readonly nodeId: string;
  readonly publisherId: string;
  readonly version?: string;
  /** Beside its pyproject.toml and its __init__.py. */
  readonly files?: Readonly<Record<string, string>>;
}

/** The source of a package with one app-node, `Resize`. */
export const appNodeSource = `class Resize:
    @classmethod
    def INPUT_TYPES(cls):
        return {"required": {"image": ("IMAGE",), "width": ("INT", {"default": 512, "min": 1})}}
    RETURN_TYPES = ("IMAGE",)
    FUNCTION = "resize"
    CATEGORY = "image"
    def resize(self, image, width):
        return (image,)

NODE_CLASS_MAPPINGS = {"Resize": Resize}
`;

/** A project that can be published, in a folder of its name below `folder`. Returns its folder. */
export const makeProject = async (
  folder: string,
  { nodeId, publisherId, version = '1.0.0', files = {} }: ProjectTexts,
): Promise<string> => {
  const project = join(folder, nodeId);
  await writeFiles(project, {
    'pyproject.toml': `[project]\nname = "${nodeId}"\nversion = "${version}"\n\n[tool.patchbay]\nPublisherId = "${publisherId}"\n`,
    '__init__.py': appNodeSource,
    ...files,
  });
  return project;
};
