// Which commands of the command line call which endpoints, read from their sources.
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { endpoints } from '@patchbay/contract';

const importOf = /import\s+(?:type\s+)?(?:\{[^}]*\}|\w+)\s+from\s+'([^']+)'|import\('([^']+)'\)/g;

/** The endpoints that a file calls, and those that its own helpers call. */
const collect = async (file: string, rooms: RegExp, seen: Set<string>, found: Set<string>): Promise<void> => {
  if (seen.has(file)) return;
  seen.add(file);
  const text = await readFile(file, 'utf8');
  for (const [, name = ''] of text.matchAll(/\b(\w+)\(/g))
    if (Object.hasOwn(endpoints, name)) found.add(name);
  for (const [, from, lazily] of text.matchAll(importOf)) {
    const source = from ?? lazily ?? '';
    const target = join(dirname(file), source);
    if (source.startsWith('.') && rooms.test(target)) await collect(target, rooms, seen, found);
  }
};

const rooms = /\/(publish|install|workflow|diff|login|commands\/\w+)\//;

/** By the name of an endpoint, the commands that call it. */
export const findCommands = async (repository: string): Promise<Record<string, string[]>> => {
  const folder = join(repository, 'packages/cli/src/commands');
  const commands: Record<string, string[]> = {};
  const index = await readFile(join(folder, 'index.ts'), 'utf8');
  // Other files beside them are helpers.
  const files = [...index.matchAll(/from '\.\/([^']+)'/g)].map(([, file = '']) => file).sort();
  for (const file of files) {
    const found = new Set<string>();
    await collect(join(folder, file), rooms, new Set(), found);
    const words = file.replace(/\.ts$/, '').replaceAll('/', ' ');
    for (const name of found) (commands[name] ??= []).push(words);
  }
  return commands;
};
