#!/usr/bin/env node
// In a form that every Node.js reads, so that one which is too old can say so.
import { existsSync } from 'node:fs';

const neededMajor = 24;
const bundle = new URL('../dist/patchbay-server.js', import.meta.url);

const refuse = (sentence) => {
  process.stderr.write(`patchbay: ${sentence}\n`);
  process.exitCode = 1;
};

if (Number(process.versions.node.split('.')[0]) < neededMajor) {
  refuse(
    `Node.js ${neededMajor} is needed, this is ${process.versions.node}. npm brings it along: run "npm rebuild node", then use "npm start".`,
  );
} else if (existsSync(bundle)) {
  await import(bundle.href);
} else {
  refuse('The server is not built, as after "npm ci --ignore-scripts". Run "npm run build".');
}
