import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod } from 'node:fs/promises';
import { createInterface } from 'node:readline/promises';
import { type TestContext, suite, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { publication, zip } from '../support/build.ts';
import { Client } from '../support/client.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const entry = fileURLToPath(new URL('../../../../cluster/run.ts', import.meta.url));
const pollMs = 100;
const readsAfterKill = 20;

/** Runs the command, and takes from what it prints where to go. */
const startCluster = async (t: TestContext, folder: string) => {
  const child = spawn(process.execPath, [entry, '--servers', '2', '--port', '0', '--data', folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit') as Promise<[number | null]>;
  t.after(async () => {
    if (child.kill('SIGINT')) await ended;
  });
  const lines: string[] = [];
  for await (const line of createInterface({ input: child.stdout })) {
    lines.push(line);
    if (line.startsWith('Ctrl-C')) break;
  }
  const printed = lines.join('\n');
  return {
    url: /listens on (\S+),/.exec(printed)?.[1] ?? '',
    password: /password "(.+)"/.exec(printed)?.[1] ?? '',
    serverIds: [...printed.matchAll(/^Server: \S+, process (\d+)$/gm)].map(([, id]) => Number(id)),
    async end() {
      child.kill('SIGINT');
      const [code] = await ended;
      return code;
    },
  };
};

suite('a cluster in a box', () => {
  test('it takes and gives packages, reads outlive a killed server, and a second start finds the data of the first', async (t) => {
    const folder = await temporaryFolder(t);
    // Where root runs this, PostgreSQL is another user.
    await chmod(folder, 0o711);
    const first = await startCluster(t, folder);
    const anonymous = new Client(first.url);
    const account = { email: 'moderator@example.org', password: first.password };
    const { token: session } = (await anonymous.post('/auth/sign-in/email', account)).json;
    const owner = new Client(first.url, session);
    assert.equal((await owner.post('/publishers', { id: 'ada' })).status, 201);
    const { token } = (await owner.post('/publishers/ada/tokens', { name: 'all' })).json;
    const published = await owner.post('/publishers/ada/nodes/node/versions', publication(token, '1.0.0'));
    assert.equal(published.status, 201, published.text);
    const bytes = await zip({ '__init__.py': '' });
    assert.equal((await anonymous.upload(published.json.signedUrl, bytes)).status, 200);
    while ((await anonymous.get('/nodes/node/install')).status !== 200) await wait(pollMs);
    const { downloadUrl } = (await anonymous.get('/nodes/node/install')).json;
    assert.ok(downloadUrl.startsWith(first.url), downloadUrl);
    assert.deepEqual((await anonymous.get(downloadUrl)).bytes, bytes);

    const [victim] = first.serverIds;
    assert.ok(victim !== undefined && first.serverIds.length === 2);
    process.kill(victim, 'SIGKILL');
    const reads = Array.from({ length: readsAfterKill }, () => anonymous.get('/nodes/node'));
    assert.deepEqual(new Set((await Promise.all(reads)).map(({ status }) => status)), new Set([200]));
    const [, survivor] = first.serverIds;
    assert.ok(survivor !== undefined);
    process.kill(survivor, 'SIGKILL');
    const refused = await anonymous.post('/bulk/nodes/versions', { node_versions: [] });
    assert.deepEqual([refused.status, refused.json.error], [503, 'unavailable']);
    assert.equal(refused.headers.get('retry-after'), '1');

    assert.equal(await first.end(), 0);
    await assert.rejects(anonymous.get('/health'));
    const second = await startCluster(t, folder);
    const again = new Client(second.url);
    assert.deepEqual((await again.get('/packages/ada/node/1.0.0.zip')).bytes, bytes);
    assert.equal(await second.end(), 0);
  });
});
