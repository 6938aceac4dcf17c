/** The runtime's format for system errors: code, colon, description. */
const systemMessage = /^(E[A-Z0-9]+): /;

/**
 * An error from a reader process has its message but not its code, which distinguishes an unavailable disk from a bug.
 * Restores the code of a system error; returns any other error unchanged.
 */
export const withCode = (error: unknown): unknown => {
  if (!(error instanceof Error)) return error;
  const [, code] = systemMessage.exec(error.message) ?? [];
  return code === undefined ? error : Object.assign(error, { code });
};
