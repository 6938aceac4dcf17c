#!/usr/bin/env node
// In a form that every Node.js reads, so that one which is too old can say so.
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const neededMajor = 24;

if (Number(process.versions.node.split('.')[0]) < neededMajor) {
  process.stderr.write(
    `patchbay: Node.js ${neededMajor} is needed, this is ${process.versions.node}. Get it from https://nodejs.org, or run "npx --package=node@${neededMajor} --package=@patchbay/cli patchbay".\n`,
  );
  process.exitCode = 1;
} else {
  // The published package has one compiled file, a checkout has the sources themselves, which take longer to load.
  const compiled = new URL('../dist/main.js', import.meta.url);
  const sources = new URL('../src/main.ts', import.meta.url);
  const isCheckout = !existsSync(compiled);
  const cache = new URL('../../../node_modules/.cache/patchbay', import.meta.url);
  if (isCheckout) process.getBuiltinModule('node:module').enableCompileCache(fileURLToPath(cache));
  await import((isCheckout ? sources : compiled).href);
}
