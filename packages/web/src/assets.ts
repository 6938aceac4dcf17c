import { readdirSync } from 'node:fs';
import { extname } from 'node:path';
import type { Asset } from './site.ts';

const types: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
};

/** The files of a folder of the build, below `path`. */
const filesIn = (name: string, path: string, isImmutable: boolean): Asset[] => {
  const folder = new URL(`../${name}/`, import.meta.url);
  return readdirSync(folder).flatMap((file) => {
    const type = types[extname(file)];
    return type === undefined ? [] : [{ path: path + file, type, file: new URL(file, folder), isImmutable }];
  });
};

/** What the build made for browsers, whose names hold digests, and what has a name that browsers know. */
export const assets: readonly Asset[] = [
  ...filesIn('assets', '/assets/', true),
  ...filesIn('public', '/', false),
];
