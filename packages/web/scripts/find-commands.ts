// Which commands of the command line call which functions of the client, read from their sources.
import { globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

const importOf = /import\s+(?:type\s+)?(\{[^}]*\}|\w+)\s+from\s+'([^']+)'|import\('([^']+)'\)/g;

const namesIn = (braces: string): string[] =>
  braces
    .replaceAll(/[{}]/g, '')
    .split(',')
    .map((name) => name.trim().replace(/\s+as\s+.*/s, ''))
    .filter((name) => name !== '' && !name.startsWith('type '));

/** Functions of the client that a file names, and those that its own helpers name. */
const collect = async (file: string, rooms: RegExp, seen: Set<string>, found: Set<string>): Promise<void> => {
  if (seen.has(file)) return;
  seen.add(file);
  const text = await readFile(file, 'utf8');
  for (const [, names = '', from, lazily] of text.matchAll(importOf)) {
    const source = from ?? lazily ?? '';
    if (source === '@patchbay/client') for (const name of namesIn(names)) found.add(name);
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
