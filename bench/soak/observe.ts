import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { getMetrics } from '@patchbay/client';
import { bytesBelow } from '../../packages/server/test/support/bytes-below.ts';
import { parseMetrics } from '../../packages/server/test/support/read-metrics.ts';
import type { Stage } from '../fixture/open-fixture.ts';
import { measureDatabase } from './measure-database.ts';
import type { Sample } from './sample.ts';
import type { Sender } from './sender.ts';

/** Watches a server and what it keeps. */
export interface Observer {
  /** Between two samples, so that the heap is seen after a collection of garbage. */
  look(): Promise<void>;
  take(seconds: number): Promise<Sample>;
}

export const observe = (
  { process, registry, folder }: Stage,
  databaseUrl: string | undefined,
  sender: Sender,
): Observer => {
  const read = async () => {
    const samples = parseMetrics(await getMetrics(registry));
    /** Of all samples of this name with this label. */
    return (name: string, label = ''): number =>
      [...samples]
        .filter(([sample]) => sample.startsWith(`${name}{`) && sample.includes(label))
        .reduce((sum, [, value]) => sum + value, 0);
  };
  let heap = Infinity;
  const look = async () => {
    const of = await read();
    heap = Math.min(heap, of('nodejs_heap_size_used_bytes'));
    return of;
  };
  return {
    look: async () => void (await look()),
    async take(seconds) {
      const of = await look();
      const least = heap;
      heap = Infinity;
      return {
        seconds,
        resident: of('process_resident_memory_bytes'),
        heap: least,
        external: of('nodejs_external_memory_bytes'),
        responseCache: of('patchbay_response_cache_bytes'),
        handles: of('nodejs_active_resources'),
        files: of('process_open_fds'),
        connections: of('patchbay_http_connections'),
        jobsWaiting: of('patchbay_jobs', 'state="waiting"') + of('patchbay_jobs', 'state="failed"'),
        ...(await measureDatabase(folder, databaseUrl)),
        packages: await bytesBelow(join(folder, 'packages')),
        serverLog: (await stat(process.logPath)).size,
        changes: of('patchbay_changes_total'),
        packagesStored: of('patchbay_changes_total', 'action="package.stored"'),
        requests: sender.requests,
        latencies: sender.takeLatencies(),
      };
    },
  };
};
