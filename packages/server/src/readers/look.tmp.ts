import { enableCompileCache, getCompileCacheDir } from 'node:module';
if (process.argv[2]) enableCompileCache(process.argv[2]);
await import('@patchbay/inspect');
const p = await (
  await import('/work/wt/intake/packages/inspect/src/python/python-parser.ts')
).loadPythonParser();
p.parse('class A:\n  pass\n');
console.log(getCompileCacheDir(), process.cpuUsage(), process.memoryUsage().rss / 1e6);
process.exit(0);
