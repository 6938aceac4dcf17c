import { makeEnumMembers } from '../evaluate/enum-members.ts';
import { hostRoot, packagesRoot } from '../evaluate/package-paths.ts';
import { makeClass, makeList } from '../values/make-values.ts';
import type { DictValue, Value } from '../values/value.ts';
import { argument, type LibraryEntries, libraryFunction } from './library-entry.ts';

/** The members of the host's `IO` enum whose value differs from their name. */
const oddTypes: Record<string, string> = {
  ANY: '*',
  NUMBER: 'FLOAT,INT',
  PRIMITIVE: 'STRING,FLOAT,INT,BOOLEAN',
};

const typeNames = [
  'STRING',
  'IMAGE',
  'MASK',
  'LATENT',
  'BOOLEAN',
  'INT',
  'FLOAT',
  'COMBO',
  'CONDITIONING',
  'SAMPLER',
  'SIGMAS',
  'GUIDER',
  'NOISE',
  'CLIP',
  'CONTROL_NET',
  'VAE',
  'MODEL',
  'LORA_MODEL',
  'LOSS_MAP',
  'CLIP_VISION',
  'CLIP_VISION_OUTPUT',
  'STYLE_MODEL',
  'GLIGEN',
  'UPSCALE_MODEL',
  'AUDIO',
  'WEBCAM',
  'POINT',
  'FACE_ANALYSIS',
  'BBOX',
  'SEGS',
  'VIDEO',
];

/** What the host offers to packages: type names, base classes, and its own table of definitions. */
export const describeHost = (hostMappings: DictValue): LibraryEntries => {
  const types = makeClass('IO', { isEnum: true, native: 'str', module: 'comfy.comfy_types' });
  for (const name of typeNames) types.attributes.set(name, name);
  for (const [name, value] of Object.entries(oddTypes)) types.attributes.set(name, value);
  makeEnumMembers(types);
  const entries: Record<string, Value> = {};
  for (const module of ['comfy.comfy_types', 'comfy.comfy_types.node_typing']) {
    entries[`${module}.IO`] = types;
    entries[`${module}.ComfyNodeABC`] = makeClass('ComfyNodeABC', { module });
    entries[`${module}.CheckLazyMixin`] = makeClass('CheckLazyMixin', { module });
  }
  return { ...entries, ...folderPaths, 'nodes.NODE_CLASS_MAPPINGS': hostMappings };
};

/** The host's module that knows its folders, as far as they lead to the package. */
const folderPaths: LibraryEntries = {
  'folder_paths.__file__': `${hostRoot}/folder_paths.py`,
  'folder_paths.base_path': hostRoot,
  'folder_paths.get_folder_paths': libraryFunction('get_folder_paths', (given) =>
    argument(given, 0, 'folder_name') === 'custom_nodes' ? makeList([packagesRoot]) : undefined,
  ),
};
