import type { Benchmark } from './benchmark.ts';
import { browser } from './browser.ts';
import { cliStart } from './cli-start.ts';
import { crawl } from './crawl.ts';
import { durability } from './durability.ts';
import { footprint } from './footprint.ts';
import { growth } from './growth.ts';
import { latency } from './latency.ts';
import { packages } from './packages.ts';
import { pages } from './pages.ts';
import { peer } from './peer.ts';
import { coldReads, reads } from './reads.ts';
import { workers } from './workers.ts';
import { writes } from './writes.ts';

/** The names for `npm run bench -- <name…>`. `all` is all of them except those that need an argument. */
export const benchmarks: Readonly<Record<string, Benchmark>> = {
  reads,
  cold: coldReads,
  pages,
  writes,
  packages,
  crawl,
  footprint,
  latency,
  durability,
  workers,
  peer,
  growth,
  browser,
  'cli-start': cliStart,
};
