/** Ways to write the name of `os.system` so that it cannot be read, after `namedBefore`. */
export const hiddenNames: Readonly<Record<string, string>> = {
  'a format with names': '"{a}{b}".format(a="sys", b="tem")',
  'a format with a dictionary': '"%(a)s%(b)s" % {"a": "sys", "b": "tem"}',
  format_map: '"{a}tem".format_map({"a": "sys"})',
  'the items of a dictionary': 'D["a"] + D["b"]',
  'the items of a dictionary by get': 'D.get("a") + D.get("b")',
  translate: '"tztufn".translate({116: 115, 122: 121, 117: 116, 102: 101, 110: 109})',
  'a compressed text': 'zlib.decompress(b"x\\x9c+\\xae,.I\\xcd\\x05\\x00\\tt\\x02\\xa6").decode()',
  'a template': 'string.Template("${a}tem").substitute(a="sys")',
  'a number as bytes': '(126965465245037).to_bytes(6, "big").decode()',
  'bytes that are calculated': 'bytes(b ^ 1 for b in b"rxrudl").decode()',
  'a text that is encoded by a codec': 'codecs.encode("flfgrz", "rot13")',
  'a text that is stripped': '"xsystem".lstrip("x")',
  'a text that is multiplied': '"sys" * 1 + "tem"',
  'a text that a function returns': 'part() + "tem"',
  'a text that is named where it is used': '(x := "sys") + "tem"',
  'a text that grows': 'N',
};

export const namedBefore =
  'import codecs, os, string, zlib\nD = {"a": "sys", "b": "tem"}\nN = "sys"\nN += "tem"\ndef part():\n    return "sys"\n';
