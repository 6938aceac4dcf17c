/** How publishers and clients write the accelerators, in lower case. */
const spellings: Readonly<Record<string, string>> = {
  nvidia: 'cuda',
  'nvidia cuda': 'cuda',
  amd: 'rocm',
  'amd rocm': 'rocm',
  intel: 'arc',
  'intel arc': 'arc',
  mps: 'metal',
  'apple metal': 'metal',
  'huawei ascend': 'ascend',
};

const release = /^\d[\d.]*$/;

/**
 * One name for each accelerator, in lower case. Of a classifier only its end counts, without the releases that it may have
 * (`Environment :: GPU :: NVIDIA CUDA :: 12`); names that nobody knows stay as they are.
 */
export const acceleratorName = (text: string): string => {
  const parts = text.split('::').map((part) => part.trim().toLowerCase());
  const name = parts.findLast((part) => !release.test(part)) ?? text.trim();
  return spellings[name] ?? name;
};
