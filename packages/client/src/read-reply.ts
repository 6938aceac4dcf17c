import { IntegrityError } from './errors.ts';

/**
 * What a response says, if that is of the `type` which its endpoint promises: parsed if it is JSON, else its text.
 * Throws an IntegrityError if a response with 2xx says anything else, as the page of a proxy does, or if one has more
 * than `bytesMax` bytes, of which it then keeps none.
 */
export const readReply = async <Body>(
  response: Response,
  bytesMax: number,
  type: unknown = Object,
): Promise<Body> => {
  const { body, headers, ok, url } = response;
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
  let reply: unknown = await new Response(bounded).text();
  // Not where the stream ends: browsers replace the errors of a stream by their own.
  if (bytesLeft < 0) throw new IntegrityError(`${url} sent more than ${bytesMax} bytes.`);
  try {
    if (headers.get('content-type')?.includes('json')) reply = JSON.parse(reply as string);
  } catch {
    // It remains a text.
  }
  if (ok && reply?.constructor !== type)
    throw new IntegrityError(`${url} is no registry.`, { cause: response });
  return reply as Body;
};

export const readArray = <Body>(response: Response, bytesMax: number): Promise<Body> =>
  readReply(response, bytesMax, Array);

export const readText = <Body>(response: Response, bytesMax: number): Promise<Body> =>
  readReply(response, bytesMax, String);

export const readNothing = async (response: Response, bytesMax: number): Promise<unknown> =>
  response.status === 204 ? undefined : readReply(response, bytesMax, 'nothing');

/** An object, or anything that is no JSON. */
export const readAny = (response: Response, bytesMax: number): Promise<unknown> =>
  readReply(response, bytesMax, response.headers.get('content-type')?.includes('json') ? Object : String);
