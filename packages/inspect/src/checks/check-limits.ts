/** How much the checks look at; bytes, unless the name says otherwise. */
export interface CheckLimits {
  /** Of a text; the rest of a longer one is not searched, except that Python must fit whole. */
  textBytesMax: number;
  /** Of all texts together. */
  allTextBytesMax: number;
  /** Of all Python sources together. */
  allPythonBytesMax: number;
  /** Expressions visited to learn what flows into a call, in the whole package. */
  traceStepsMax: number;
  filesMax: number;
}

const MIB = 1024 ** 2;

export const DEFAULT_CHECK_LIMITS: CheckLimits = {
  textBytesMax: 2 * MIB,
  allTextBytesMax: 200 * MIB,
  allPythonBytesMax: 64 * MIB,
  traceStepsMax: 3_000_000,
  filesMax: 20_000,
};
