/**
 * Where a link goes: to an address, to a heading of the readme, to a file of the package, or to what the package lacks,
 * as a path from the root of its repository.
 */
export type Link = { href: string } | { file: string } | { path: string };

interface Package {
  /** Its paths. */
  files: ReadonlyMap<string, unknown>;
  /** The path of the readme. */
  readme: string;
}

const charsMax = 2048;

// Needed only to resolve paths: by how many folders a path leads out of the package shows in how many are left.
const root = 'https://package.invalid/';
const outMax = 8;
const folder = '.outside.of.the.package/';
const base = root + folder.repeat(outMax);

/** The target of a link in a readme. Undefined for all but a few schemes, and for paths that lead nowhere. */
export const linkOf = (target: string, { files, readme }: Package): Link | undefined => {
  const written = target.trim();
  if (written === '' || written.length > charsMax) return undefined;
  if (written.startsWith('#')) return headingOf(written);
  if (!URL.canParse(written, base)) return undefined;
  const url = new URL(written, base);
  if (`${url.origin}/` === root) {
    const path = pathOf(url, written);
    const file = decoded(path?.replace(/[?#].*$/s, '') ?? '');
    if (path === undefined || file === '') return undefined;
    if (file === readme && url.hash !== '') return headingOf(url.hash);
    if (files.has(file) && !file.endsWith('/')) return { file };
    return path.length <= charsMax ? { path } : undefined;
  }
  const { href, protocol } = url;
  const isKnown = ['http:', 'https:', 'mailto:'].includes(protocol);
  return isKnown && href.length <= charsMax && /^[!-~]+$/.test(href) ? { href } : undefined;
};

/** From the root of the package, with `../` for each folder out of it. A path with a slash in front is from there, too. */
const pathOf = ({ pathname, search, hash }: URL, written: string): string | undefined => {
  const rest = `${pathname.slice(1)}${search}${hash}`;
  if (/^[/\\]/.test(written)) return rest;
  let left = 0;
  while (rest.startsWith(folder, left * folder.length) && left < outMax) left += 1;
  return left === 0 ? undefined : '../'.repeat(outMax - left) + rest.slice(left * folder.length);
};

const headingOf = (hash: string): Link | undefined => {
  const [name] = /^[\p{L}\p{M}\p{N}_-]{1,200}$/u.exec(decoded(hash.slice(1)).toLowerCase()) ?? [];
  return name === undefined ? undefined : { href: `#readme-${name}` };
};

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};
