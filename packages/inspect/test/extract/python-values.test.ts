import assert from 'node:assert/strict';
import { test } from 'node:test';
import { evaluate } from './support/evaluate.ts';

/** Sources, and what CPython 3.11 leaves in `VALUE`. */
const values: Record<string, [source: string, value: unknown]> = {
  'characters beyond the first plane': [
    'VALUE = ["🎨 Node"[2:], "🎨x"[0], "🎨x"[::-1], len("🎨"), "🎨 x".index("x"), "🎨a".ljust(4, "-"), f"{\'🎨\':>3}|", "x🎨y".find("y")]',
    ['Node', '🎨', 'x🎨', 1, 2, '🎨a--', '  🎨|', 2],
  ],
  'a conversion to ASCII': ['x="é"\nVALUE = f"{x!a}"', "'\\xe9'"],
  'a field that says its source': ['x=3\nVALUE = f"{x=}"', 'x=3'],
  'a field that says its source, with a format': ['x=3\nVALUE = f"{x = :>4}"', 'x =    3'],
  'a search in a part of a text': [
    'VALUE=["abab".find("a",1), "abab".find("z"), "abab".rfind("a",0,2), "abab".count("a",1), "abab".startswith("b",1), "abab".endswith("a",0,3), "abab".index("b",2)]',
    [2, -1, 0, 1, true, true, 3],
  ],
  'a search that raises': ['try:\n    x="a".index("z")\nexcept ValueError:\n    x="no"\nVALUE=x', 'no'],
  'so many replacements': [
    'VALUE=["aaa".replace("a","b",2), "aaa".replace("a","b",0), "aaa".replace("a","b",-1), "ab".replace("","-")]',
    ['bba', 'aaa', 'bbb', '-a-b-'],
  ],
  lines: [
    'VALUE=["a\\n".splitlines(), "".splitlines(), "a\\rb".splitlines(), "a\\nb".splitlines(True), "a\\n\\nb\\n".splitlines()]',
    [['a'], [], ['a', 'b'], ['a\n', 'b'], ['a', '', 'b']],
  ],
  words: [
    'VALUE=[" a  b ".split(), "a,b,c".split(",",1), "a b c".rsplit(None,1), "".split(), "".split(","), " a b".split(" "), "a b  c ".split(None,1)]',
    [['a', 'b'], ['a', 'b,c'], ['a b', 'c'], [], [''], ['', 'a', 'b'], ['a', 'b  c ']],
  ],
  'white space': [
    'VALUE=["xxaxx".strip("x"), " a ".lstrip(), "abc".rstrip("bc"), "\\u00a0a".strip()]',
    ['a', 'a ', 'a', 'a'],
  ],
  'parts around a separator': [
    'VALUE=["abc".rpartition("z"), "abc".partition("z")]',
    [
      ['', '', 'abc'],
      ['abc', '', ''],
    ],
  ],
  widths: [
    'VALUE=["-5".zfill(4), "+5".zfill(4), "5".ljust(3,"."), "5".rjust(3), "ab".center(5)]',
    ['-005', '+005', '5..', '  5', '  ab '],
  ],
  'rounding to even': [
    'VALUE=[round(0.125,2), round(1.005,2), round(2.5), round(-1.5), round(1e20), round(5,1), round(12.5,0)]',
    [0.12, 1.0, 2, -2, 100000000000000000000, 5, 12.0],
  ],
  'bits and flags': [
    'VALUE=[5&3, 5|3, 5^3, ~5, 1<<4, -8>>1, True&False, True|1]',
    [1, 7, 6, -6, 16, -4, false, 1],
  ],
  'a list that is emptied': [
    'a=[1,2,3]\na.insert(-1,9)\nb=a.pop(0)\na.reverse()\na+=[5]\nc=a*2\na.clear()\nVALUE=[a,b,c]',
    [[], 1, [3, 9, 2, 5, 3, 9, 2, 5]],
  ],
  'a dict that is emptied': [
    'd={"a":1,"b":2}\nd.pop("z",None)\nx=d.popitem()\ne=d.copy()\ne["q"]=1\nd.clear()\nVALUE=[d,list(x),e,list(e.keys()),list(e.values()),len(e),"q" in e]',
    [{}, ['b', 2], { a: 1, q: 1 }, ['a', 'q'], [1, 1], 2, true],
  ],
  'a property that is set': [
    'class A:\n    def __init__(s): s._x=1\n    @property\n    def x(s): return s._x\n    @x.setter\n    def x(s,v): s._x=v*2\na=A()\na.x=5\nVALUE=a.x',
    10,
  ],
  'an iterator': ['i=iter([1,2,3])\na=next(i)\nb=next(i)\nVALUE=[a,b,list(i)]', [1, 2, [3]]],
  'a generator': ['g=(x*2 for x in [1,2,3])\na=next(g)\nVALUE=[a,list(g)]', [2, [4, 6]]],
  'a reduction': ['from functools import reduce\nVALUE = reduce(lambda a,b: a+b, [1,2,3])', 6],
  'a reduction from a start': [
    'import functools, operator\nVALUE = functools.reduce(operator.or_, [{"a":1},{"b":2}], {})',
    { a: 1, b: 2 },
  ],
  'items as keys of an order': [
    'from operator import itemgetter\nVALUE = sorted([{"n":2},{"n":1}], key=itemgetter("n"))',
    [{ n: 1 }, { n: 2 }],
  ],
  'a dict of keys': [
    'VALUE = [dict.fromkeys(["a","b"]), dict.fromkeys("ab", 0)]',
    [
      { a: null, b: null },
      { a: 0, b: 0 },
    ],
  ],
  'keys without repetition': ['VALUE = list(dict.fromkeys(["b","a","b"]))', ['b', 'a']],
  'a method of a type': ['VALUE = list(map(str.upper, ["a","b"]))', ['A', 'B']],
  'a method of a type as a key of an order': ['VALUE = sorted(["b","A"], key=str.lower)', ['A', 'b']],
  'the least by a key': [
    'VALUE=[min(["bb","a"], key=len), max([1,5,2]), max("a","b"), min([], default=3)]',
    ['a', 5, 'b', 3],
  ],
  'digits of bases': [
    'VALUE=[chr(65+i) for i in range(3)]+[ord("a"), hex(255), bin(5), oct(8)]',
    ['A', 'B', 'C', 97, '0xff', '0b101', '0o10'],
  ],
  sets: [
    'VALUE=[sorted({1,2}|{3}), sorted({1,2}^{2,3}), {1}<={1,2}, sorted({1,2}.union([5])), sorted({1,2}.difference({1}))]',
    [[1, 2, 3], [1, 3], true, [1, 2, 5], [2]],
  ],
  'formats of numbers': [
    'VALUE = ["{:5}".format(True), "{:05.1f}".format(-2.25), "{:.0f}".format(2.5), "{:#x}".format(255), "{: d}".format(5), "{:=+5d}".format(3), "{:_}".format(1234567), "{:b}".format(5), "%i" % 3.7, "%o" % 8]',
    ['    1', '-02.2', '2', '0xff', ' 5', '+   3', '1_234_567', '101', '3', '10'],
  ],
  'formats of texts': [
    'VALUE = ["{:.1}".format("abc"), "%.3s" % "abcdef", "%5s" % True, "{!r:>5}".format("a")]',
    ['a', 'abc', ' True', "  'a'"],
  ],
  'objects with methods of their own': [
    'class V:\n    def __len__(self):\n        return 4\n    def __repr__(self):\n        return "V()"\nv = V()\nVALUE = [len(v), repr(v), str(v), f"{v}"]',
    [4, 'V()', 'V()', 'V()'],
  ],
  'functions of operators': [
    'import operator as o\nVALUE = [o.add(1, 2), o.mul("a", 3), o.itemgetter("a", 0)({"a": 5, 0: 6}) == (5, 6), o.eq(1, 1), o.contains([1], 1)]',
    [3, 'aaa', true, true, true],
  ],
  'a slice of an iterator': [
    'from itertools import islice\nVALUE = [list(islice([1, 2, 3], 2)), list(islice("abcd", 1, None, 2))]',
    [
      [1, 2],
      ['b', 'd'],
    ],
  ],
};

for (const [name, [source, value]] of Object.entries(values)) {
  test(`${name} come to what Python makes of them`, async () => {
    assert.deepEqual(await evaluate(source), value);
  });
}

/** What may be anything once it met what is unknown. */
const unknown: Record<string, string> = {
  'a set that was joined with what is unknown':
    'import torch\ns = {1}\ns.update(torch.names())\nVALUE = len(s)',
  'a set without what is unknown':
    'import torch\ns = {1}\ns.difference_update(torch.names())\nVALUE = len(s)',
  'the truth of what decides it':
    'class V:\n    def __bool__(self):\n        return False\nVALUE = 1 if V() else 2',
  'a dict after an item that is unknown was taken':
    'import os\nd = {"a": 1, os.getpid(): 2}\nd.popitem()\nVALUE = len(d)',
  'a digit of another writing': 'VALUE = "²".isdigit()',
  'a character that has no form': 'VALUE = repr("\\x00")',
};

for (const [name, source] of Object.entries(unknown)) {
  test(`${name} is unknown`, async () => {
    assert.deepEqual(Object.keys((await evaluate(source)) as object), ['$dynamic']);
  });
}
