import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const fixtures = join(import.meta.dirname, '../../../../../fixtures/python');

/** The files of a fixture package, by path inside it. */
export const readFixture = (name: string): Map<string, string> => {
  const folder = join(fixtures, name);
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.py'))
    .toSorted();
  return new Map(paths.map((path) => [path, readFileSync(join(folder, path), 'utf8')]));
};
