// Loaded by watch-steps.ts. Writes a line to standard error at the end of each step of a package, and kills the process
// right after the one it was told, so that whatever follows that step never happens.
import { writeSync } from 'node:fs';
import fs from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { Metrics } from '../../../../src/metrics/metrics.ts';
import { ReaderPool } from '../../../../src/packages/reader-pool.ts';
import { type KillStep, killVariables, writeStep } from './kill-steps.ts';

const stepToDieAfter = process.env[killVariables.step];
let occurrencesLeft = Number(process.env[killVariables.occurrence]);

const endStep = (step: KillStep): void => {
  writeSync(2, writeStep(step));
  if (step !== stepToDieAfter) return;
  occurrencesLeft -= 1;
  if (occurrencesLeft === 0) process.kill(process.pid, 'SIGKILL');
};

/** A change is counted when its transaction is committed, before anyone is told. */
const stepsByChange: Readonly<Record<string, KillStep>> = {
  'version.published': 'publish',
  'package.stored': 'record',
  'version.checked': 'check',
  'app-nodes.extracted': 'extract',
};

type Method = (this: unknown, ...args: readonly never[]) => unknown;

/** Calls `around` in place of the method, with the call itself and its arguments. */
const wrap = (
  prototype: object,
  name: string,
  around: (call: () => unknown, args: readonly unknown[]) => unknown,
) => {
  const original = Reflect.get(prototype, name) as Method | undefined;
  if (original === undefined) throw new Error(`there is no method ${name} to watch`);
  Reflect.set(prototype, name, function (this: unknown, ...args: never[]) {
    return around(() => original.apply(this, args), args);
  });
};

wrap(Metrics.prototype, 'count', (call, [metric, labels]) => {
  call();
  const { action = '' } = labels as Readonly<Record<string, string>>;
  const step = stepsByChange[action];
  if (metric === 'changes' && step !== undefined) endStep(step);
});

wrap(ReaderPool.prototype, 'read', async (call) => {
  endStep('upload');
  const reading = await call();
  endStep('inspect');
  return reading;
});

const { rename } = fs;
fs.rename = async (from, to) => {
  await rename(from, to);
  if (String(to).endsWith('.zip')) endStep('store');
};
syncBuiltinESMExports();

if (process.env[killVariables.onS3] !== undefined) {
  const { CopyObjectCommand, PutObjectCommand, S3Client } = await import('@aws-sdk/client-s3');
  wrap(S3Client.prototype, 'send', async (call, [command]) => {
    const reply = await call();
    if (command instanceof CopyObjectCommand || command instanceof PutObjectCommand) endStep('store');
    return reply;
  });
}
