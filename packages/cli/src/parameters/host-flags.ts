/** A flag with one of these words, or another word for one. */
const wordFlag = (brief: string, meanings: Readonly<Record<string, string>>, shown: readonly string[]) =>
  ({
    kind: 'parsed',
    parse: (text: string): string => {
      const word = text.trim().toLowerCase();
      const known = Object.values(meanings).find((meaning) => meaning.toLowerCase() === word);
      const meaning = known ?? (Object.hasOwn(meanings, word) ? meanings[word] : undefined);
      if (meaning !== undefined) return meaning;
      throw new RangeError(`must be one of ${shown.join(', ')}, not ${JSON.stringify(text)}`);
    },
    optional: true,
    placeholder: 'name',
    brief,
  }) as const;

const systems = {
  linux: 'Linux',
  windows: 'Windows',
  macos: 'macOS',
  win: 'Windows',
  win32: 'Windows',
  mac: 'macOS',
  osx: 'macOS',
  darwin: 'macOS',
  freebsd: 'FreeBSD',
  openbsd: 'OpenBSD',
  netbsd: 'NetBSD',
} as const;

/** By the classifiers of the ecosystem. */
const accelerators = {
  cuda: 'GPU :: NVIDIA CUDA',
  nvidia: 'GPU :: NVIDIA CUDA',
  rocm: 'GPU :: AMD ROCm',
  amd: 'GPU :: AMD ROCm',
  arc: 'GPU :: Intel Arc',
  intel: 'GPU :: Intel Arc',
  metal: 'GPU :: Apple Metal',
  mps: 'GPU :: Apple Metal',
  ascend: 'NPU :: Huawei Ascend',
  cpu: 'CPU',
} as const;

/** Which hosts a node has to support. */
export const hostFlags = {
  os: wordFlag('Only nodes for this operating system: linux, windows or macos', systems, [
    'linux',
    'windows',
    'macos',
  ]),
  accelerator: wordFlag(
    'Only nodes for this accelerator: cuda, rocm, arc, metal, ascend or cpu',
    accelerators,
    ['cuda', 'rocm', 'arc', 'metal', 'ascend', 'cpu'],
  ),
} as const;
