import { patterns, unseen } from './text-rules.ts';

/** What a name may contain although it has no width: joiners between letters and in pictures, and variation selectors. */
const allowedSometimes = /[\u200c\u200d\p{Variation_Selector}]/u;
const never = new RegExp(`[${unseen}]`, 'u');
const firstSurrogate = 0xd8_00;
const afterSurrogates = 0xe0_00;

const escape = (unit: number): string => `\\u${unit.toString(16).padStart(4, '0')}`;

/** The characters of the first plane that `matches` accepts, as ranges of a class. Surrogates are no characters. */
const rangesOf = (matches: (character: string) => boolean): string => {
  let ranges = '';
  let start: number | undefined;
  for (let unit = 0; unit <= 0x1_00_00; unit += 1) {
    const isCharacter = unit < firstSurrogate || (unit >= afterSurrogates && unit < 0x1_00_00);
    const isIn = isCharacter && matches(String.fromCharCode(unit));
    if (isIn) start ??= unit;
    else if (start !== undefined) {
      ranges += start === unit - 1 ? escape(start) : `${escape(start)}-${escape(unit - 1)}`;
      start = undefined;
    }
  }
  return ranges;
};

const control = rangesOf((character) => never.test(character) && !allowedSometimes.test(character));
const hidden = rangesOf((character) => never.test(character));
const storable = '[^\\u0000]*';

/** A letter, mark or number of any script, as the anchors of readmes have them. */
const wordCharacter = '[\\p{L}\\p{M}\\p{N}_-]';

/**
 * A pattern as the tools of other languages read it: without properties of Unicode. It accepts all that the pattern
 * accepts, and a few characters more: invisible ones outside the first plane or between letters that take them.
 */
export const portablePattern = (pattern: string): string =>
  portable.get(pattern) ?? pattern.replaceAll(wordCharacter, '\\S');

const portable: ReadonlyMap<string, string> = new Map(
  Object.entries({
    storable: `^${storable}$`,
    name: `^[^${control}]*$`,
    url: patterns.url.pattern.replaceAll(unseen, hidden),
    path: patterns.path.pattern.replace(/\[\^[^\]]*\]\*\$$/, () => `${storable}$`),
    contact: patterns.contact.pattern.replace(/\[\^[^\]]*\]\*\$$/, () => `${storable}$`),
  } as const satisfies Partial<Record<keyof typeof patterns, string>>).map(([name, pattern]) => [
    patterns[name as keyof typeof patterns].pattern,
    pattern,
  ]),
);
