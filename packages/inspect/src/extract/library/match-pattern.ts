import type { PackageFiles } from '../evaluate/package-files.ts';
import { insidePackage, outsidePath } from '../evaluate/package-paths.ts';

/** The package's files and folders that match a shell pattern, sorted; undefined if it leads elsewhere. */
export const matchPattern = (files: PackageFiles, pattern: string): string[] | undefined => {
  const inside = insidePackage(pattern);
  if (inside === undefined) return undefined;
  const wanted = inside.split('/');
  const candidates = new Set([...files.texts.keys(), ...files.folders.keys()]);
  return [...candidates]
    .filter((path) => path !== '' && matchSequence(wanted, path.split('/'), '**', matchName))
    .toSorted()
    .map(outsidePath);
};

/** One name against `*`, `?`, and `[…]`. */
export const matchName = (pattern: string, name: string): boolean => {
  const tokens = pattern.match(/\[[^\]]{1,40}\]|[\s\S]/gu) ?? [];
  return matchSequence(tokens, name.split(''), '*', matchCharacter);
};

/**
 * Whether a pattern matches all of the items, where `star` matches any number of them. The time is proportional to the
 * product of both lengths.
 */
const matchSequence = (
  pattern: string[],
  items: string[],
  star: string,
  matchItem: (wanted: string, item: string) => boolean,
): boolean => {
  let place = 0;
  let at = 0;
  let lastStar = -1;
  let retryAt = 0;
  while (at < items.length) {
    const wanted = pattern[place];
    if (wanted === star) {
      lastStar = place;
      retryAt = at;
      place += 1;
    } else if (wanted !== undefined && matchItem(wanted, items[at] ?? '')) {
      place += 1;
      at += 1;
    } else if (lastStar === -1) return false;
    else {
      // The last star matches one more item; earlier ones never need to.
      place = lastStar + 1;
      retryAt += 1;
      at = retryAt;
    }
  }
  return pattern.slice(place).every((rest) => rest === star);
};

const matchCharacter = (wanted: string, character: string): boolean => {
  if (wanted === '?') return true;
  if (!wanted.startsWith('[') || wanted.length < 3) return wanted === character;
  const isNegated = wanted.startsWith('[!');
  const listed = wanted.slice(isNegated ? 2 : 1, -1);
  const [, lowest, highest] = /^(.)-(.)$/u.exec(listed) ?? [];
  const isListed =
    lowest === undefined || highest === undefined
      ? listed.includes(character)
      : character >= lowest && character <= highest;
  return isListed !== isNegated;
};
