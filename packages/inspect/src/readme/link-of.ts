/** Where a link goes: to an address, to a heading of the readme, or to a file of the package. */
export type Link = { href: string } | { file: string };

const charsMax = 2048;
/** Needed only to resolve paths. */
const root = 'https://package.invalid/';

/** The target of a link in a readme. Undefined for all but a few schemes, and for files that are not in the package. */
export const linkOf = (target: string, files: ReadonlyMap<string, unknown>): Link | undefined => {
  const written = target.trim();
  if (written === '' || written.length > charsMax) return undefined;
  if (written.startsWith('#')) {
    const [name] = /^[\p{L}\p{M}\p{N}_-]{1,200}$/u.exec(decoded(written.slice(1)).toLowerCase()) ?? [];
    return name === undefined ? undefined : { href: `#readme-${name}` };
  }
  if (!URL.canParse(written, root)) return undefined;
  const { href, protocol, origin, pathname } = new URL(written, root);
  if (`${origin}/` === root) {
    const file = decoded(pathname.slice(1));
    return files.has(file) && !file.endsWith('/') ? { file } : undefined;
  }
  const isKnown = ['http:', 'https:', 'mailto:'].includes(protocol);
  return isKnown && href.length <= charsMax && /^[!-~]+$/.test(href) ? { href } : undefined;
};

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};
