import { type IncomingMessage, type ServerResponse, createServer, request as send } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import type { Ending } from '../support/ending.ts';
import { type TestServer, startServer } from '../support/start-server.ts';

/** A registry behind a proxy, which is its address for everyone. */
export interface SourceBehindProxy {
  source: TestServer;
  /** Of the proxy. */
  url: string;
  /** The paths that followers asked for. */
  asked: string[];
  /** What the proxy does with a request of a follower instead of handing it on, if it returns true. */
  instead: (request: IncomingMessage, response: ServerResponse) => boolean;
}

export const startBehindProxy = async (ending: Ending): Promise<SourceBehindProxy> => {
  const proxy = createServer((request, response) => {
    const isFollower = request.headers['user-agent']?.startsWith('Patchbay/') === true;
    if (isFollower) behind.asked.push(request.url ?? '');
    if (isFollower && behind.instead(request, response)) return;
    const { method, headers, url } = request;
    const onward = send(behind.source.url + url, { method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    onward.on('error', () => response.destroy());
    request.pipe(onward);
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  ending.after(async () => {
    proxy.closeAllConnections();
    proxy.close();
  });
  const url = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  const source = await startServer(ending, { PUBLIC_URL: url });
  const behind: SourceBehindProxy = { source, url, asked: [], instead: () => false };
  return behind;
};

/** A page that a proxy sends by itself. */
export const sendPage = (response: ServerResponse, status: number): true => {
  response.writeHead(status, { 'content-type': 'text/html' }).end('<html>There is nothing here.</html>');
  return true;
};

export const sendJson = (response: ServerResponse, body: object, status = 200): true => {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  return true;
};
