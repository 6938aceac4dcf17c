import type { Reply } from '../client.ts';
import type { TestServer } from '../start-server.ts';

/** Sends a form as a browser does, and does not follow where it leads. */
export const postForm = async (
  server: TestServer,
  path: string,
  fields: Readonly<Record<string, string>>,
  headers: Readonly<Record<string, string>> = {},
): Promise<Pick<Reply, 'status' | 'headers' | 'text'>> => {
  const response = await fetch(server.url + path, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'text/html', ...headers },
    body: new URLSearchParams(fields).toString(),
  });
  return { status: response.status, headers: response.headers, text: await response.text() };
};
