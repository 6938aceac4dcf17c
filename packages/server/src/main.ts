import cluster from 'node:cluster';
import { enableCompileCache, flushCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';
import { hideEnvironment, receiveEnvironment } from './environment.ts';

if (cluster.isWorker) await receiveEnvironment();
else hideEnvironment();

// Before any import: the compile cache of an earlier start saves a quarter of the startup time. It is stored beside
// the dependencies, where only users who can change the code can write.
enableCompileCache(fileURLToPath(new URL('../../../node_modules/.cache/patchbay', import.meta.url)));
await import('./start.ts');
// Reader processes use it as well and cannot write it, and a server that is killed would not.
flushCompileCache();
