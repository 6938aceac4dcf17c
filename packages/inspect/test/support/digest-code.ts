import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createRequire } from 'node:module';

const root = join(import.meta.dirname, '../../src');

/** A file without what changes nothing of what it does: comments, imports and the layout of its lines. */
const bareCode = (file: string): string =>
  readFileSync(join(root, file), 'utf8')
    .replaceAll(/^\s*(?:\/\*\*[\s\S]*?\*\/|\/\/.*)$/gm, '')
    .replaceAll(/^import [\s\S]*?;$/gm, '')
    .replaceAll(/\s+/g, ' ');

const { dependencies } = createRequire(import.meta.url)('../../package.json') as {
  dependencies: Record<string, string>;
};

/** The digest of the code and data of these folders and of the libraries that they rely on, each by its version. */
export const digestCode = (folders: readonly string[], libraries: readonly string[]): string => {
  const hash = createHash('sha256');
  for (const folder of folders) {
    for (const file of globSync(`${folder}/**/*.{ts,json}`, { cwd: root }).toSorted()) {
      hash.update(bareCode(file));
    }
  }
  for (const library of libraries) hash.update(`${library}@${dependencies[library]}`);
  return hash.digest('hex').slice(0, 16);
};
