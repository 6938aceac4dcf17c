import { readFileSync } from 'node:fs';

/** Name of a source file → name of the file that browsers load. Written by the build beside what is built. */
const files = JSON.parse(readFileSync(new URL('../manifest.json', import.meta.url), 'utf8')) as Readonly<
  Record<string, string>
>;

/** The address of a file that browsers load, without the prefix of the site. */
export const assetPath = (source: string): string => {
  const file = files[source];
  if (file === undefined) throw new Error(`${source} was not built for browsers`);
  return `/assets/${file}`;
};
