import type { Requests } from './requests.ts';
import { NotOfferedError } from './not-offered.ts';

export interface Answer {
  status: number;
  /** Without those that every server of the runtime adds by itself. */
  headers: Readonly<Record<string, string>>;
  body: string;
}

const added: ReadonlySet<string> = new Set(['date', 'connection', 'keep-alive']);

/** The answer to the first of the requests. Throws NotOfferedError where the server has no such address. */
export const probe = async (port: number, { requests, bodies }: Requests): Promise<Answer> => {
  const [request] = requests;
  if (request === undefined) throw new Error('there is nothing to ask');
  const { method, path, headers = {}, body } = request;
  const bytes = body === undefined ? undefined : bodies[body];
  const response = await fetch(`http://127.0.0.1:${port}${path}`, {
    method,
    headers: { ...headers },
    ...(bytes === undefined ? {} : { body: Buffer.from(bytes, 'base64') }),
  });
  const text = await response.text();
  if (response.status === 404) throw new NotOfferedError(`${method} ${path} answers 404`);
  if (!response.ok && response.status !== 304)
    throw new Error(`${method} ${path} answers ${response.status}: ${text}`);
  return { status: response.status, headers: headersOf(response), body: text };
};

const headersOf = (response: Response): Record<string, string> =>
  Object.fromEntries([...response.headers].filter(([name]) => !added.has(name)));
