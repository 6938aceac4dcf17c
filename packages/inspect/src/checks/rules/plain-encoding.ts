/** Python's names of encodings that write the characters of a program as ASCII does. */
const PLAIN =
  /^(?:utf_8(?:_.*)?|utf8|u8|utf|cp65001|(?:us_)?ascii|646|(?:latin|iso_8859|iso8859|l)_?\d+(?:_.*)?|iso_latin_1(?:_.*)?|latin|(?:cp|ibm|windows_)?\d{3,4}|mbcs|gbk|gb_?2312|gb18030(?:_2000)?|big5(?:_?hkscs)?|ms_?(?:932|kanji)|s_?jis(?:_?(?:2004|x0213))?|shift_?jis(?:_?(?:2004|x0213))?|euc_?(?:cn|kr|jp|jis_?2004|jisx0213)|ujis|uhc|johab|koi8_[rtu]|mac_?roman|tis_?620|viscii)$/;

/**
 * Whether a file in this encoding reads as it runs. Finds the encoding as Python does: case does not count, and whatever
 * stands between letters and digits is one separator.
 */
export const isPlainEncoding = (name: string): boolean =>
  PLAIN.test(
    name
      .toLowerCase()
      .replaceAll(/[^a-z\d]+/g, '_')
      .replaceAll(/^_|_$/g, ''),
  );
