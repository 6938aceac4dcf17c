/** How much the checks look at; all in bytes but the last. */
export interface CheckLimits {
  /** Of a text; the rest of a longer one is not searched, except that Python must fit whole. */
  textBytesMax: number;
  /** Of all texts together. */
  allTextBytesMax: number;
  /** Of all Python sources together. */
  allPythonBytesMax: number;
  filesMax: number;
}

const MIB = 1024 ** 2;

export const DEFAULT_CHECK_LIMITS: CheckLimits = {
  textBytesMax: 2 * MIB,
  allTextBytesMax: 200 * MIB,
  allPythonBytesMax: 64 * MIB,
  filesMax: 20_000,
};
