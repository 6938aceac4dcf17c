import { normalizePath } from '../evaluate/package-paths.ts';
import { isKind, type Value } from '../values/value.ts';

/** `os.path.join` */
export const joinPaths = (parts: string[]): string =>
  parts.reduce((path, part) => {
    if (part.startsWith('/') || path === '') return part;
    return path.endsWith('/') ? path + part : `${path}/${part}`;
  });

export const baseName = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

export const folderName = (path: string): string => {
  const cut = path.lastIndexOf('/');
  if (cut === -1) return '';
  return cut === 0 ? '/' : path.slice(0, cut);
};

/** The path without its extension, and the extension with its dot. */
export const splitExtension = (path: string): [string, string] => {
  const name = baseName(path);
  const dot = name.lastIndexOf('.');
  if (dot <= 0) return [path, ''];
  const cut = path.length - name.length + dot;
  return [path.slice(0, cut), path.slice(cut)];
};

/** `os.path.relpath` of two absolute paths. */
export const relativePath = (path: string, start: string): string => {
  const to = normalizePath(path).split('/');
  const from = normalizePath(start).split('/');
  let shared = 0;
  while (shared < to.length && shared < from.length && to[shared] === from[shared]) shared += 1;
  return [...from.slice(shared).map(() => '..'), ...to.slice(shared)].join('/') || '.';
};

/** The text of a path that is a text or a `Path`; undefined for anything else. */
export const pathText = (value: Value | undefined): string | undefined => {
  if (typeof value === 'string') return value;
  if (isKind(value, 'instance') && typeof value.native === 'string') return value.native;
  return undefined;
};
