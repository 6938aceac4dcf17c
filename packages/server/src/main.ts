import cluster from 'node:cluster';
import { enableCompileCache, flushCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';
import { endEarly, endSignals } from './end-early.ts';
import { hideEnvironment, receiveEnvironment, removeLeftHandovers } from './environment.ts';

/**
 * The heap of a server that answers requests. A young generation of 8 MiB stays in the caches of a processor: cached
 * reads are a third faster than with twice as much. Without the other flag, the optimizer allocates what belongs to a
 * request in the old generation, once enough requests outlived a collection of the young one.
 */
const heapFlags = ['--max-semi-space-size=8', '--no-allocation-site-pretenuring'];

for (const signal of endSignals) process.on(signal, endEarly);
if (cluster.isWorker) await receiveEnvironment();
else {
  hideEnvironment(heapFlags);
  removeLeftHandovers();
}

// Before any import: the compile cache of an earlier start saves a quarter of the startup time. It is stored beside
// the dependencies, where only users who can change the code can write.
enableCompileCache(fileURLToPath(new URL('../../../node_modules/.cache/patchbay', import.meta.url)));
await import('./start.ts');
// A server that is killed would not.
flushCompileCache();
