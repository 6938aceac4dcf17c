import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { extractAppNodes } from '../src/extract/extract-app-nodes.ts';
import type { ExtractedAppNode } from '../src/extract/extraction.ts';

/**
 * Writes what the host's public source says of the classes that packages derive from: their fields, its constants,
 * and the type names of its schema classes. Nothing of its code is kept.
 *
 * Run it on a folder with the host's source: `node packages/inspect/scripts/write-host-facts.ts <folder>`.
 */
const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error('Name the folder that holds the source of the host.');

const target = join(import.meta.dirname, '../src/extract/library/host-facts.json');

/** Offers every class that has `INPUT_TYPES` under its own name, and the constants of the module as one more. */
const ending = `
NODE_CLASS_MAPPINGS = {
    name: value for name, value in list(globals().items()) if isinstance(value, type) and hasattr(value, "INPUT_TYPES")
}
class HostConstants:
    RETURN_TYPES = {
        name: value for name, value in list(globals().items()) if name.isupper() and isinstance(value, (int, float, str))
    }
NODE_CLASS_MAPPINGS["HostConstants"] = HostConstants
comfy_entrypoint = lambda: []
`;

const read = (path: string) => readFile(join(folder, path), 'utf8');

/** The fields of a class without its prose, which is the host's own: of that only is noted that it is there. */
const factsOf = ({
  app_node_name: _,
  policy: __,
  description,
  display_name: ___,
  input_types,
  output_tooltips,
  search_aliases,
  ...fields
}: ExtractedAppNode) => {
  const prose = /"tooltip":"(?:[^"\\]|\\.)*"/g;
  return {
    ...fields,
    has_description: description !== undefined,
    has_output_tooltips: output_tooltips !== undefined,
    has_search_aliases: search_aliases !== undefined,
    input_types: input_types?.replaceAll(prose, '"tooltip":{"$dynamic":"tooltip"}'),
  };
};

/** Schema classes are read from their schema, and nobody derives from them. */
const isMapped = ({ input_types, function: called }: ExtractedAppNode) =>
  input_types?.startsWith('{"$dynamic"') === false && called?.startsWith('EXECUTE_NORMALIZED') === false;

const classes: Record<string, ReturnType<typeof factsOf>> = {};
let constants: unknown = {};
const extras = (await readdir(join(folder, 'comfy_extras')))
  .filter((name) => name.endsWith('.py'))
  .toSorted();
for (const path of ['nodes.py', ...extras.map((name) => `comfy_extras/${name}`)]) {
  const module = path.replace(/\.py$/, '').replaceAll('/', '.');
  const { appNodes } = await extractAppNodes(new Map([['__init__.py', (await read(path)) + ending]]));
  for (const appNode of appNodes) {
    const { app_node_name: name, return_types } = appNode;
    if (isMapped(appNode)) classes[`${module}.${name}`] = factsOf(appNode);
    if (module === 'nodes' && name === 'HostConstants') constants = JSON.parse(return_types ?? '{}');
  }
}

const pairs = (await read('comfy_api/latest/_io.py')).matchAll(
  /^@comfytype\(io_type="([^"]+)"\)\nclass (\w+)/gm,
);
const ioTypes = Object.fromEntries([...pairs].map(([, type, name]) => [name, type]));
const version = /__version__ = "([^"]+)"/.exec(await read('comfyui_version.py'))?.[1];
await writeFile(target, `${JSON.stringify({ version, constants, ioTypes, classes }, undefined, 2)}\n`);
