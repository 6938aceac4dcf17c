import assert from 'node:assert/strict';
import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { after, test } from 'node:test';
import { type Endpoint, endpoints, paramNames, writePath } from '@patchbay/contract';
import type { PageReads } from '../../src/http/read-in-process.ts';
import { shareReads } from '../../src/store/prepare.ts';
import { insertAdvisory } from '../../src/store/rows/advisories.ts';
import { makePublisher, publishFiles } from '../support/build.ts';
import { nodeSource } from '../support/node-source.ts';
import { startServer } from '../support/start-server.ts';
import { suiteOnSqlite } from '../support/variants.ts';

const params: Readonly<Record<string, string>> = {
  publisherId: 'ada',
  nodeId: 'Image-Tools',
  version: '1.0.0',
  appNodeName: 'Blur',
  advisoryId: 'x_PBR-2026-1',
};

const visitor = { 'x-forwarded-for': '10.7.0.1' };

const isPublicRead = ({ method, auth, reply, counts, waits = false }: Endpoint): boolean =>
  method === 'GET' &&
  !waits &&
  (auth === 'public' || auth === 'optional') &&
  typeof reply.body === 'object' &&
  counts === undefined;

suiteOnSqlite('reads in the process', async () => {
  const server = await startServer({ after }, { RATE_LIMITS: 'on' });
  server.clock.stop();
  const ada = await makePublisher(server, 'ada');
  await publishFiles(server, ada, 'Image-Tools', '1.0.0', {
    'README.md': '# Hello',
    '__init__.py': nodeSource('Blur', {}),
  });
  const { app, context } = server.server;
  await context.store.write({ actor: 'server' }, (tx) =>
    insertAdvisory(
      { ...tx, now: '2026-01-07T00:00:00.000Z' },
      { nodeKey: 'image-tools' },
      { versions: ['1.0.0'], details: 'Bad.' },
    ),
  );

  /** As a page reads for somebody without a session. */
  const read = (path: string, args: object): Promise<unknown> => {
    const raw = Object.assign(new IncomingMessage(new Socket()), { headers: visitor });
    const request = { raw, ip: '127.0.0.1', id: 'one', client: '127.0.0.1' };
    const page = { request, reply: { raw: new ServerResponse(raw) }, read: shareReads(context.store.read) };
    return app.readInProcess(page as unknown as PageReads, 'GET', path, args);
  };

  for (const [name, endpoint] of Object.entries(endpoints as Readonly<Record<string, Endpoint>>)) {
    if (!isPublicRead(endpoint)) continue;
    const { path, query } = endpoint;
    test(`${name} answers what a request gets`, async () => {
      const args = Object.fromEntries(paramNames(path).map((param) => [param, params[param] ?? '']));
      const needed = (query as { required?: readonly string[] } | undefined)?.required ?? [];
      for (const key of needed) args[key] = 'ada';
      const sent = new URLSearchParams(Object.entries(args).filter(([key]) => needed.includes(key)));
      const reply = await server.anonymous.get(`${writePath(path)(args)}?${sent.toString()}`);
      const found = await read(path, args);
      if (reply.status >= 400) assert.equal(found, undefined, reply.text);
      else assert.deepEqual(JSON.parse(JSON.stringify(found)), reply.json);
    });
  }

  test('takes the rates of the visitor, and gives back those of what a request is left to refuse', async () => {
    const remaining = async (): Promise<number> => {
      const { headers } = await server.anonymous.get('/nodes/none', visitor);
      return Number(/"reads";r=(\d+)/.exec(headers.get('ratelimit') ?? '')?.[1]);
    };
    const before = await remaining();
    assert.ok(await read('/nodes/{nodeId}', params));
    assert.ok(await read('/nodes/search', { search: 'image', limit: 5 }));
    assert.equal(await remaining(), before - 1 - 10 - 1);
    assert.equal(await read('/nodes/{nodeId}', { nodeId: 'none' }), undefined);
    assert.equal(await read('/nodes', { limit: 'many' }), undefined);
    assert.equal(await remaining(), before - 1 - 10 - 2);
  });

  test('leaves to requests what is no public read', async () => {
    assert.equal(await read('/nodes/{nodeId}/install', params), undefined);
    assert.equal(await read('/users', {}), undefined);
  });
});
