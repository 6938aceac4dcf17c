/** Raised when what a command prints changes in a way that its readers notice. */
const edition = 1;

/** Names the schema of what a command prints as JSON: `patchbay.publisher.create/1`. */
export const schemaName = (command: readonly string[]): string =>
  `${['patchbay', ...command].join('.')}/${edition}`;
