/** Loaded before the command, with --import: sends what is for the first URL of `THROUGH` to the second. */
const [from, to] = JSON.parse(process.env['THROUGH'] ?? '') as [string, string];
const send = globalThis.fetch;
globalThis.fetch = (input, init) => send((input as string).replace(from, to), init);
