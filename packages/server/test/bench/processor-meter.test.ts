import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { suite, test } from 'node:test';
import { ProcessorMeter } from '../../../../bench/servers/processor-meter.ts';
import { until } from '../support/until.ts';

const spin = (seconds: number): string =>
  `while (process.cpuUsage().user < ${seconds * 1e6}); console.log('spun'); setInterval(() => {}, 1_000);`;
const parentOf = (child: string): string =>
  `require('node:child_process').spawn(process.execPath, ['--eval', ${JSON.stringify(child)}], { stdio: 'inherit' }); setInterval(() => {}, 1_000);`;

suite('the processor time of a process and its descendants', { skip: process.platform !== 'linux' }, () => {
  test('counts a descendant that was killed together with its parent', async () => {
    const middle = parentOf(spin(0.5));
    const root = spawn(
      process.execPath,
      [
        '--eval',
        `const child = require('node:child_process').spawn(process.execPath, ['--eval', ${JSON.stringify(middle)}], { stdio: 'inherit', detached: true }); process.on('SIGUSR2', () => process.kill(-child.pid, 'SIGKILL')); setInterval(() => {}, 1_000);`,
      ],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    );
    try {
      using meter = new ProcessorMeter(root.pid ?? 0);
      await once(root.stdout, 'data');
      const before = meter.seconds ?? 0;
      assert.ok(before >= 0.5, `${before} s while it lives`);
      root.kill('SIGUSR2');
      await until(() => meter.processes === 1);
      assert.ok((meter.seconds ?? 0) >= before, `${meter.seconds} s after it was killed, ${before} s before`);
    } finally {
      root.kill('SIGKILL');
      await once(root, 'exit');
    }
  });
});
