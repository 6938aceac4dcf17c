import { makeNaming } from '@patchbay/contract';
import type { Client, Reply } from './client.ts';
import { currentVariant } from './variants.ts';

/** Posts a JSON body and a package as a form, or whatever parts are given in their place. */
export const sendForm = async (
  client: Client,
  path: string,
  parts: readonly (readonly [name: string, content: object | Uint8Array<ArrayBuffer>])[],
): Promise<Reply> => {
  const toHost = makeNaming(currentVariant().profile.naming)?.toHost ?? ((text: string) => text);
  const form = new FormData();
  for (const [name, content] of parts) {
    if (content instanceof Uint8Array) form.append(name, new Blob([content]), `${name}.zip`);
    else form.append(name, toHost(JSON.stringify(content)));
  }
  // As the platform writes it, and still one buffer.
  const request = new Request('http://form', { method: 'POST', body: form });
  const bytes = new Uint8Array(await request.arrayBuffer());
  return client.sendBytes('POST', path, bytes, { 'content-type': request.headers.get('content-type') ?? '' });
};
