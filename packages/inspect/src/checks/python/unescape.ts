const ESCAPES = /\\(?:x([\da-fA-F]{2})|u([\da-fA-F]{4})|U([\da-fA-F]{8})|([0-7]{1,3})|(\n)|(.))/g;
const NAMED: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', '0': '\0' };
const CODE_POINT_MAX = 0x10ffff;

/** The content of a string as Python reads it; escapes it does not know stay as written. */
export const unescape = (content: string): string =>
  content.replaceAll(
    ESCAPES,
    (
      written,
      hex?: string,
      short?: string,
      long?: string,
      octal?: string,
      lineBreak?: string,
      other = '',
    ) => {
      const digits = hex ?? short ?? long;
      if (digits !== undefined) return character(Number.parseInt(digits, 16), written);
      if (octal !== undefined) return character(Number.parseInt(octal, 8), written);
      if (lineBreak !== undefined) return '';
      return NAMED[other] ?? (/["'\\]/.test(other) ? other : written);
    },
  );

const character = (code: number, written: string): string =>
  code <= CODE_POINT_MAX ? String.fromCodePoint(code) : written;
