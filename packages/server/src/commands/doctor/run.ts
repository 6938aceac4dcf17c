import { setTimeout as wait } from 'node:timers/promises';
import { openBlobs } from '../../packages/blobs/open-blobs.ts';
import type { Config } from '../../config.ts';
import { examine, repair } from '../../doctor/examine.ts';
import { checks } from '../../doctor/index.ts';
import { openConfiguredEngine, readConfigOfRegistry, storageError } from '../../open-database.ts';
import { findSandbox } from '../../packages/sandbox.ts';
import { openStore } from '../../store/open-store.ts';
import { countLeft, describeReaders, formatReport, makeReport } from './report.ts';
import type { CommandContext } from '../command.ts';
import { UsageError } from '../exit-on-failure.ts';
import { noteRun, requireMigrated } from '../operator-run.ts';
import { showProgress } from '../output.ts';

const secondLookMs = 1_000;

const openRegistry = async (config: Config) => {
  const engine = openConfiguredEngine(config);
  const now = () => new Date();
  try {
    await requireMigrated(engine);
    const blobs = await openBlobs(config, { publicUrl: () => '', now });
    await blobs.check();
    return { engine, blobs, now, [Symbol.asyncDispose]: () => engine.close() };
  } catch (error) {
    const named = storageError(engine, error);
    await engine.close();
    throw named;
  }
};

export const run = async (
  context: CommandContext,
  { fix, quick, json }: { fix: boolean; quick: boolean; json: boolean },
): Promise<boolean> => {
  const { environment, stdout } = context;
  const config = readConfigOfRegistry(environment);
  if (config.PACKAGES_URL?.kind === 'memory') {
    throw new UsageError('PACKAGES_URL is memory:, which only the server itself can examine.');
  }
  await using registry = await openRegistry(config);
  const { engine, blobs, now } = registry;
  const store = openStore(engine, now);
  const named = (error: unknown): never => {
    throw storageError(engine, error);
  };
  const bar = showProgress();
  const look = async (which: typeof checks) => {
    const advance = bar.begin('checks', which.length);
    const pause = () => wait(secondLookMs);
    return examine({ engine, blobs, now, pause, isQuick: quick }, which, () => advance(1)).catch(named);
  };
  const found = await look(checks);
  const repairs = fix ? await repair({ store, blobs }, found).catch(named) : new Map();
  const repaired = found.filter(({ faults, check }) => faults.length > 0 && check.repair !== undefined);
  const left = fix ? await look(repaired.map(({ check }) => check)) : [];
  bar.end();
  const { missing } = await findSandbox();
  const report = { ...makeReport(found, repairs, left), readers: describeReaders(missing) };
  stdout.write(json ? `${JSON.stringify(report, undefined, 2)}\n` : formatReport(report));
  await noteRun(context, store, quick ? 'doctor-quick' : 'doctor', countLeft(report));
  return report.clean;
};
