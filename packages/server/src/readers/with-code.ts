/** How the runtime writes an error of the system: its code, a colon, what it means. */
const systemMessage = /^(E[A-Z0-9]+): /;

/**
 * Out of a task an error comes with its message and without its code, by which a disk that is away is told from a
 * fault of ours. An error of the system gets its code back; any other is returned as it is.
 */
export const withCode = (error: unknown): unknown => {
  if (!(error instanceof Error)) return error;
  const [, code] = systemMessage.exec(error.message) ?? [];
  return code === undefined ? error : Object.assign(error, { code });
};
