import assert from 'node:assert/strict';
import { readFile, readdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { assertRefused } from '../support/assert-refused.ts';
import { makePublisher, publishActive } from '../support/build.ts';
import { Client } from '../support/client.ts';
import { days, minutes, seconds } from '../support/clock.ts';
import { temporaryData } from '../support/make-data.ts';
import { parseMetrics } from '../support/read-metrics.ts';
import { startServerProcess } from '../support/server-process.ts';
import { startServer } from '../support/start-server.ts';
import { until } from '../support/until.ts';
import { suite } from '../support/variants.ts';

/** As on a machine that started with a wrong clock, before it asked a time server. */
suite('a clock that is set back by a day', () => {
  test('the state of the server, its figures and its metrics are told as they are from then on', async (t) => {
    const server = await startServer(t);
    const { anonymous, clock } = server;
    const ada = await makePublisher(server, 'ada');
    clock.stop();
    const listed = async (): Promise<string | undefined> =>
      /^patchbay_listed\{list="nodes"\} (\d+)$/m.exec((await anonymous.get('/metrics')).text)?.[1];
    assert.equal(await listed(), '0');
    assert.equal((await anonymous.get('/health/status')).json.package_store, true);
    clock.advance(-days(1));
    await publishActive(server, ada, 'node', '1.0.0');
    const packages = join(server.server.context.config.DATA_DIR, 'packages');
    await rename(packages, `${packages}-away`);
    clock.advance(minutes(1));
    const status = await anonymous.get('/health/status');
    assert.deepEqual([status.json.package_store, status.json.checked_at], [false, clock.now().toISOString()]);
    assert.equal(await listed(), '1');
    await rename(`${packages}-away`, packages);
  });

  test('a package that was repaired is served a minute after it was found damaged', async (t) => {
    const data = await temporaryData(t);
    const folder = join(data.DATA_DIR, 'packages');
    const server = await startServer(t, { ...data, PACKAGES_URL: `file:${folder}` });
    const { bytes } = await publishActive(server, await makePublisher(server, 'ada'), 'node', '1.0.0');
    const [name = ''] = (await readdir(folder, { recursive: true })).filter((file) => file.endsWith('.zip'));
    await writeFile(join(folder, name), (await readFile(join(folder, name))).subarray(1));
    const get = () => server.anonymous.get('/packages/ada/node/1.0.0.zip');
    assertRefused(await get(), 'unavailable');
    server.clock.advance(-days(1));
    await writeFile(join(folder, name), bytes);
    server.clock.advance(minutes(1) + seconds(1));
    assert.equal((await get()).status, 200);
  });

  test('the metrics of several processes go on', async (t) => {
    const data = await temporaryData(t);
    const mark = join(data.DATA_DIR, 'set-back');
    const clock = `
      import { existsSync } from 'node:fs';
      const RealDate = Date;
      const now = () => RealDate.now() - (existsSync(${JSON.stringify(mark)}) ? ${days(1)} : 0);
      globalThis.Date = class extends RealDate {
        constructor(...given) { super(...(given.length === 0 ? [now()] : given)); }
        static now() { return now(); }
      };`;
    const server = await startServerProcess({
      ...data,
      WORKERS: '2',
      NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(clock)}`,
    });
    t.after(() => server.end('SIGTERM'));
    const anonymous = new Client(server.url);
    const failures = async (): Promise<number> => {
      const { text } = await anonymous.get('/metrics', { connection: 'close' });
      return [...parseMetrics(text)]
        .filter(([name]) => name.startsWith('patchbay_http_requests_total{') && name.includes('status="4xx"'))
        .reduce((sum, [, count]) => sum + count, 0);
    };
    assert.equal(await failures(), 0);
    await writeFile(mark, '');
    assert.equal((await anonymous.get('/nodes/nobody')).status, 404);
    await until(async () => (await failures()) === 1);
  });
});
