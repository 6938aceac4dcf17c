import { once } from 'node:events';
import { type IncomingMessage, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import type { Fault } from '../../../client/test/start-front.ts';
import type { Ending } from '../../../server/test/support/ending.ts';

/** One query of a batch, as https://google.github.io/osv.dev/post-v1-querybatch/ describes it. */
export interface Query {
  readonly package: { readonly ecosystem: string; readonly name: string };
  readonly version: string;
  readonly page_token?: string;
}

export interface OsvServer {
  readonly url: string;
  /** The batches that it was asked. */
  readonly batches: (readonly Query[])[];
  /** Of all requests, with their methods. */
  readonly paths: string[];
  /** What the next requests are answered with, each once, before the usual answers. */
  readonly faults: Fault[];
}

interface Entries {
  /** The result of one query. */
  readonly query: (query: Query) => unknown;
  readonly entries: Readonly<Record<string, unknown>>;
}

/** A vulnerability database of these entries on this machine. */
export const startOsv = async (test: Ending, { query, entries }: Entries): Promise<OsvServer> => {
  const [batches, paths, faults]: [(readonly Query[])[], string[], Fault[]] = [[], [], []];
  const answerBatch = async (
    request: IncomingMessage,
    send: (status: number, body: unknown) => void,
  ): Promise<void> => {
    const { queries } = (await json(request)) as { queries: Query[] };
    batches.push(queries);
    send(200, { results: queries.map(query) });
  };
  const server = createServer((request, response) => {
    const { method, url = '' } = request;
    paths.push(`${method} ${url}`);
    const fault = faults.shift();
    if (fault !== undefined) return fault(request, response);
    const send = (status: number, body: unknown): void =>
      void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    if (url === '/v1/querybatch') return void answerBatch(request, send);
    const entry = entries[decodeURIComponent(url.replace('/v1/vulns/', ''))];
    if (entry === undefined) send(404, { code: 5, message: 'Bug not found.' });
    else send(200, entry);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  test.after(async () => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, batches, paths, faults };
};
