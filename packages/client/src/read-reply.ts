import { IntegrityError } from './errors.ts';

/**
 * What a response says: parsed if it is JSON, else its text; undefined if it says nothing. Throws an IntegrityError if
 * it is invalid JSON, or has more than `bytesMax` bytes, of which it then keeps none.
 */
export const readReply = async <Body>(response: Response, bytesMax: number): Promise<Body> => {
  const { body, headers, url } = response;
  let bytesLeft = bytesMax;
  const bounded = body?.pipeThrough(
    new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
      transform(chunk, controller) {
        bytesLeft -= chunk.length;
        if (bytesLeft < 0) controller.terminate();
        else controller.enqueue(chunk);
      },
    }),
  );
  const text = await new Response(bounded).text();
  // Not where the stream ends: browsers replace the errors of a stream by their own.
  if (bytesLeft < 0) throw new IntegrityError(`${url} sent more than ${bytesMax} bytes.`);
  if (!text || !headers.get('content-type')?.includes('json')) return (text || undefined) as Body;
  try {
    return JSON.parse(text) as Body;
  } catch (cause) {
    throw new IntegrityError(`${url} sent invalid JSON.`, { cause });
  }
};
