import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { startNginx } from '../../../../cluster/start-nginx.ts';
import { readDoc, section } from '../docs/repository.ts';
import { findFreePorts } from '../../../../cluster/find-free-ports.ts';
import { startServer } from '../support/start-server.ts';

const [, lines = ''] =
  /```nginx\n(.*?)```/s.exec(section(readDoc('docs/operations/install.md'), 'Behind a proxy')) ?? [];

suite('behind nginx, below a path', () => {
  for (const [what, slash] of [
    ['left in place', ''],
    ['taken away', '/'],
  ] as const) {
    test(`the lines of the docs serve the site, with the path ${what}`, async (t) => {
      const [port = 0] = await findFreePorts(1);
      const publicUrl = `http://127.0.0.1:${port}/registry`;
      const { url } = await startServer(t, { PUBLIC_URL: publicUrl });
      const folder = await mkdtemp(join(tmpdir(), 'patchbay-nginx-'));
      const conf = `server {\n  listen 127.0.0.1:80;\n${lines.replace('http://127.0.0.1:8080;', `${url}${slash};`)}}\n`;
      const nginx = await startNginx(folder, { port, serverPorts: [], conf, path: '/registry/health' });
      t.after(async () => {
        await nginx.stop();
        await rm(folder, { recursive: true });
      });
      const page = await fetch(`${publicUrl}/guide/operations`);
      assert.equal(page.status, 200);
      const [, style = ''] = /<link rel="stylesheet" href="([^"]+)"/.exec(await page.text()) ?? [];
      assert.match(style, /^\/registry\/assets\//);
      assert.equal((await fetch(new URL(style, publicUrl))).status, 200);
      assert.equal((await fetch(`${publicUrl}/ready`)).status, 200);
      const themed = await fetch(`${publicUrl}/theme`, {
        method: 'POST',
        body: new URLSearchParams({ theme: 'dark', to: '/status' }),
      });
      assert.deepEqual([themed.status, themed.url], [200, `${publicUrl}/status`]);
    });
  }
});
