// Which commands of the command line call which endpoints, read from their sources.
import { globSync } from 'node:fs';
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

/** By the name of an endpoint, the commands that call it. */
export const findCommands = async (repository: string): Promise<Record<string, string[]>> => {
  const folder = join(repository, 'packages/cli/src/commands');
  const commands: Record<string, string[]> = {};
  for (const file of globSync('**/*.ts', { cwd: folder }).sort()) {
    if (file === 'index.ts') continue;
    const found = new Set<string>();
    await collect(join(folder, file), /\/(publish|install|workflow|diff|login)\//, new Set(), found);
    const words = file.replace(/\.ts$/, '').replaceAll('/', ' ');
    for (const name of found) (commands[name] ??= []).push(words);
  }
  return commands;
};
