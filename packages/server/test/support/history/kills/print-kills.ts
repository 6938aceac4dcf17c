// `npm run kills -- [--count 1000] [--engine sqlite|postgres] [--at <step>] [--seed <number>]`
import { parseArgs } from 'node:util';
import { packagesOnS3 } from '../../packages-on-s3.ts';
import { openClusterStage } from '../open-cluster-stage.ts';
import type { Stage } from '../faults.ts';
import { openStage } from '../open-stage.ts';
import { type KillMoment, type KillReport, readerKilled } from './kill-often.ts';
import { killSteps, killVariables } from './kill-steps.ts';
import { runKills } from './run-kills.ts';

const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '1000' },
    engine: { type: 'string' },
    at: { type: 'string' },
    seed: { type: 'string', default: '1' },
  },
});
const stages = {
  sqlite: openStage,
  postgres: (environment: Readonly<Record<string, string>>) =>
    openClusterStage({ ...environment, [killVariables.onS3]: 'yes' }),
};
/** Half of the kills come at any moment, the others after each step in turn. */
const everywhere = killSteps.flatMap((step) => ['any', step] as const) as [KillMoment, ...KillMoment[]];
/** A registry lives through so many kills and is judged; the next ones hit another. */
const killsPerRegistry = 100;
const barLengthMax = 40;

/** Undefined when the option is not given. Throws when it is none of `allowed`. */
const choice = <Name extends string>(option: 'engine' | 'at', allowed: readonly Name[]): Name | undefined => {
  const found = allowed.find((name) => name === values[option]);
  if (found === undefined && values[option] !== undefined) {
    throw new Error(`--${option} must be one of ${allowed.join(', ')}`);
  }
  return found;
};

const print = (...cells: readonly (string | number)[]): void => {
  process.stdout.write(`| ${cells.join(' | ')} |\n`);
};

const sum = (numbers: Iterable<number>): number => [...numbers].reduce((total, one) => total + one, 0);

const printHistogram = (total: KillReport['kills']): void => {
  const most = Math.max(...total.values());
  process.stdout.write('\n');
  print('Ended last', 'Kills', '');
  print('---', '---', '---');
  for (const step of ['start', ...killSteps, readerKilled]) {
    const kills = total.get(step) ?? 0;
    print(step, kills, '█'.repeat(Math.ceil((kills / most) * barLengthMax)));
  }
  process.stdout.write('\n');
};

// A signal to this command ends its servers too.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));

const at = choice('at', killSteps);
const engine = choice('engine', ['sqlite', 'postgres']);
const count = Number(values.count);
await using opened = new AsyncDisposableStack();
// One for all registries, since it takes seconds to start.
if (engine !== 'sqlite') await packagesOnS3({ after: (close) => opened.defer(close) });
for (const name of engine === undefined ? (['sqlite', 'postgres'] as const) : [engine]) {
  const total: KillReport['kills'] = new Map();
  print('Engine', 'Kills', 'Seconds', 'Requests', 'Unanswered', 'Publishes', 'Uploads', 'Lost', 'Violations');
  print('---', '---', '---', '---', '---', '---', '---', '---');
  for (let done = 0; done < count; done += killsPerRegistry) {
    const begun = performance.now();
    const { requests, failed, lost, violations, kills, publishes, uploads } = await runKills<Stage>({
      open: stages[name],
      count: Math.min(killsPerRegistry, count - done),
      moments: at === undefined ? everywhere : [at],
      seed: Number(values.seed) + done,
    });
    for (const [moment, times] of kills) total.set(moment, (total.get(moment) ?? 0) + times);
    const seconds = ((performance.now() - begun) / 1_000).toFixed(0);
    const unanswered = sum(Object.values(failed));
    print(
      name,
      sum(kills.values()),
      seconds,
      requests,
      unanswered,
      publishes,
      uploads,
      lost,
      violations.length,
    );
    for (const { rule, message } of violations) process.stderr.write(`${rule}: ${message}\n`);
    if (violations.length > 0) process.exitCode = 1;
  }
  printHistogram(total);
}
