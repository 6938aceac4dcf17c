import { RegistryError } from '@patchbay/client';
import { type ErrorCode, errorCodes } from '@patchbay/contract';
import type { Form } from './read-resources.ts';
import { SourceError } from './source.ts';

/** Of one answer of a source. The client reads as much, and refuses what is longer. */
export const answerBytesMax = 2 ** 26;

/** Of whatever a call throws, a SourceError. */
export const told = async <Answer>(call: () => Promise<Answer>): Promise<Answer> => {
  try {
    return await call();
  } catch (cause) {
    if (cause instanceof SourceError) throw cause;
    const retryAfterSeconds = cause instanceof RegistryError ? (cause.retryAfterSeconds ?? 0) : 0;
    throw new SourceError(cause instanceof Error ? cause.message : String(cause), {
      retryAfterSeconds,
      cause,
    });
  }
};

/**
 * Whether the source itself answered with one of these codes. A proxy before it answers 404 and 403 as well, and what
 * such an answer took away here would not come back.
 */
export const saysOne = (error: unknown, codes: readonly ErrorCode[], { completes }: Form): boolean => {
  if (!(error instanceof SourceError && error.cause instanceof RegistryError)) return false;
  const { status, code, message } = error.cause;
  if (code === undefined) return false;
  // The reference registry has other codes, or none.
  const isReference = completes && !errorCodes.includes(code);
  return codes.includes(code) || (isReference && status === 404 && /\bnot found\b/i.test(message));
};

/** The response with at most one byte more than the bound, from which readers can tell that it is too long. */
export const cutOff = (response: Response): Response => {
  if (response.body === null) return response;
  let left = answerBytesMax + 1;
  const body = response.body.pipeThrough(
    new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
      transform(chunk, controller) {
        controller.enqueue(chunk.subarray(0, left));
        left -= chunk.length;
        if (left <= 0) controller.terminate();
      },
    }),
  );
  const { status, statusText, headers, url } = response;
  return Object.defineProperty(new Response(body, { status, statusText, headers }), 'url', { value: url });
};

/** Undefined where an answer is no JSON object. Throws SourceError if it is too long. */
export const readJson = async (response: Response, source: string): Promise<object | undefined> => {
  const bytes = await response.arrayBuffer();
  if (bytes.byteLength > answerBytesMax)
    throw new SourceError(`${source} sends more than ${answerBytesMax} bytes`);
  try {
    const said: unknown = JSON.parse(new TextDecoder().decode(bytes));
    return typeof said === 'object' && said !== null ? said : undefined;
  } catch {
    return undefined;
  }
};

/** Throws SourceError if a feed says that it goes on where it was, or before: it would be read again and again. */
export const requireOnward = (
  source: string,
  { since, next, hasMore }: { since: string; next: string; hasMore: boolean },
): void => {
  // Positions of registries begin with the number of a change; others cannot be compared.
  const isBack = Number.parseInt(next, 10) < Number.parseInt(since, 10);
  if (isBack || (hasMore && next === since))
    throw new SourceError(`${source} says that ${next.slice(0, 100)} follows on ${since}`);
};
