import { request } from 'node:http';
import { text } from 'node:stream/consumers';

export interface Asked {
  method?: string;
  path: string;
  body?: unknown;
  bearer?: string | undefined;
  headers?: Readonly<Record<string, string>>;
}

export interface Answer {
  status: number;
  // oxlint-disable-next-line typescript/no-explicit-any -- what a client would see, untyped
  json: any;
}

/** Sends one request from an address of this machine, and reads the answer. A path may be a whole URL. */
export const askFrom = (
  url: string,
  localAddress: string,
  { path, body, method = body === undefined ? 'GET' : 'POST', bearer, headers = {} }: Asked,
): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const bytes = body instanceof Uint8Array ? body : Buffer.from(JSON.stringify(body ?? null));
    const type = body instanceof Uint8Array ? 'application/zip' : 'application/json';
    const sent = request(path.startsWith('http') ? path : url + path, {
      method,
      agent: false,
      localAddress,
      headers: {
        ...(body === undefined ? {} : { 'content-type': type, 'content-length': bytes.length }),
        ...(bearer === undefined ? {} : { authorization: `Bearer ${bearer}` }),
        ...headers,
      },
    });
    sent.on('error', reject).on('response', (response) => {
      const { statusCode: status = 0, headers: answered } = response;
      const isJson = answered['content-type']?.startsWith('application/json') ?? false;
      text(response).then((told) => resolve({ status, json: isJson ? JSON.parse(told) : {} }), reject);
    });
    sent.end(body === undefined ? undefined : bytes);
  });

/** As `askFrom`. Throws unless the answer is a success. */
export const mustFrom = async (...asked: Parameters<typeof askFrom>): Promise<Answer['json']> => {
  const { status, json } = await askFrom(...asked);
  if (status >= 300) throw new Error(`${asked[2].path} was answered ${status}: ${JSON.stringify(json)}`);
  return json;
};
