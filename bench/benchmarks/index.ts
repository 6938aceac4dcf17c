import type { Benchmark } from './benchmark.ts';
import { browser } from './browser.ts';
import { cliStart } from './cli-start.ts';
import { durability } from './durability.ts';
import { growth } from './growth.ts';
import { latency } from './latency.ts';
import { pages } from './pages.ts';
import { peer } from './peer.ts';
import { coldReads, reads } from './reads.ts';
import { workers } from './workers.ts';
import { writes } from './writes.ts';

/** The names for `npm run bench -- <name…>`. Without a name, all run except those that need an argument. */
export const benchmarks: Readonly<Record<string, Benchmark>> = {
  reads,
  cold: coldReads,
  pages,
  writes,
  latency,
  durability,
  workers,
  peer,
  growth,
  browser,
  'cli-start': cliStart,
};
