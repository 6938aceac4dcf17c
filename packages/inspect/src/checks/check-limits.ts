/** How much of a package the checks look at; in bytes, unless the name says otherwise. */
export interface CheckLimits {
  /** Per text. Only the beginning of a longer text is searched; Python is parsed only if all of it fits. */
  textBytesMax: number;
  /** Of all texts together. */
  allTextBytesMax: number;
  /** Of all Python sources together. */
  allPythonBytesMax: number;
  /** Expressions visited to find what flows into a call, in the whole package: some, and one for each character. */
  traceStepsMin: number;
  traceStepsMax: number;
  filesMax: number;
}

const MIB = 1024 ** 2;

export const DEFAULT_CHECK_LIMITS: CheckLimits = {
  textBytesMax: 2 * MIB,
  allTextBytesMax: 200 * MIB,
  allPythonBytesMax: 64 * MIB,
  traceStepsMin: 400_000,
  traceStepsMax: 3_000_000,
  filesMax: 20_000,
};
