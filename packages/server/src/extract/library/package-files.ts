import { insidePackage, outsidePath } from '../evaluate/package-paths.ts';

type Files = ReadonlyMap<string, string>;

/** The names in a folder of the package, sorted; undefined when the path leads elsewhere or is no folder. */
export function listFolder(files: Files, path: string): string[] | undefined {
  const inside = insidePackage(path);
  if (inside === undefined) return undefined;
  const prefix = inside === '' ? '' : `${inside}/`;
  const names = new Set<string>();
  for (const file of files.keys()) {
    if (file.startsWith(prefix)) names.add(file.slice(prefix.length).split('/')[0] ?? '');
  }
  return names.size === 0 ? undefined : [...names].toSorted();
}

export function isFile(files: Files, path: string): boolean | undefined {
  const inside = insidePackage(path);
  return inside === undefined ? undefined : files.has(inside);
}

export function isFolder(files: Files, path: string): boolean | undefined {
  if (insidePackage(path) === undefined) return undefined;
  return isFile(files, path) === false && listFolder(files, path) !== undefined;
}

/** Every file under a folder of the package as absolute paths, sorted; undefined when it leads elsewhere. */
export function listTree(files: Files, path: string): string[] | undefined {
  const inside = insidePackage(path);
  if (inside === undefined) return undefined;
  const prefix = inside === '' ? '' : `${inside}/`;
  return [...files.keys()]
    .filter((file) => file.startsWith(prefix))
    .toSorted()
    .map(outsidePath);
}

/** What a shell pattern matches among the package's files and folders; undefined when it leads elsewhere. */
export function matchPattern(files: Files, pattern: string): string[] | undefined {
  const inside = insidePackage(pattern);
  if (inside === undefined) return undefined;
  const parts = inside.split('/');
  const found = new Set<string>();
  for (const file of files.keys()) {
    const names = file.split('/');
    for (let length = names.length; length > 0; length -= 1) {
      const candidate = names.slice(0, length);
      if (matchParts(parts, candidate)) found.add(outsidePath(candidate.join('/')));
    }
  }
  return [...found].toSorted();
}

function matchParts(pattern: string[], names: string[]): boolean {
  const [first, ...rest] = pattern;
  if (first === undefined) return names.length === 0;
  if (first === '**') {
    return names.some((_, index) => matchParts(rest, names.slice(index))) || matchParts(rest, []);
  }
  const [name, ...others] = names;
  return name !== undefined && matchName(first, name) && matchParts(rest, others);
}

/** One name against `*`, `?`, and `[…]`, in time proportional to the product of their lengths. */
export function matchName(pattern: string, name: string): boolean {
  const tokens = pattern.match(/\[[^\]]{1,40}\]|[\s\S]/gu) ?? [];
  let token = 0;
  let at = 0;
  let lastStar = -1;
  let retryAt = 0;
  while (at < name.length) {
    const wanted = tokens[token];
    if (wanted === '*') {
      lastStar = token;
      retryAt = at;
      token += 1;
    } else if (wanted !== undefined && matchCharacter(wanted, name.charAt(at))) {
      token += 1;
      at += 1;
    } else if (lastStar === -1) return false;
    else {
      // The last star takes one more character; earlier ones never need to.
      token = lastStar + 1;
      retryAt += 1;
      at = retryAt;
    }
  }
  return tokens.slice(token).every((rest) => rest === '*');
}

function matchCharacter(token: string, character: string): boolean {
  if (token === '?') return true;
  if (!token.startsWith('[') || token.length < 3) return token === character;
  const isNegated = token.startsWith('[!');
  const listed = token.slice(isNegated ? 2 : 1, -1);
  const range = /^(.)-(.)$/u.exec(listed);
  const isListed =
    range === null
      ? listed.includes(character)
      : character >= (range[1] ?? '') && character <= (range[2] ?? '');
  return isListed !== isNegated;
}
