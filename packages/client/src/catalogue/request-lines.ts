import { ConnectionError, IntegrityError } from '../errors.ts';

/**
 * The lines of a response as they arrive, without their ends. Throws a ConnectionError if it breaks off, and an
 * IntegrityError if it has more than `bytesMax` bytes; a last line without an end is not one.
 */
export const readLines = async function* (
  { body, url }: Response,
  bytesMax: number,
): AsyncGenerator<string, void, undefined> {
  const reader = body?.getReader();
  const decoder = new TextDecoder();
  let rest = '';
  let bytes = 0;
  try {
    for (;;) {
      const part = await reader?.read().catch((cause: unknown) => {
        throw new ConnectionError(`${url} broke off.`, { cause });
      });
      if (part === undefined || part.done) return;
      bytes += part.value.length;
      if (bytes > bytesMax) throw new IntegrityError(`${url} sent more than ${bytesMax} bytes.`);
      const lines = (rest + decoder.decode(part.value, { stream: true })).split('\n');
      rest = lines.pop() ?? '';
      yield* lines;
    }
  } finally {
    // What was read to its end, or broke off, has nothing left to cancel.
    await reader?.cancel().catch(() => undefined);
  }
};
