import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import {
  type Endpoint,
  endpoints,
  formatSentence,
  formats,
  patternSentence,
  patterns,
} from '@patchbay/contract';

/** As the validators of JSON Schema read a pattern. */
const matches = (rule: keyof typeof patterns, text: string): boolean =>
  new RegExp(patterns[rule].pattern, 'u').test(text);

const point = (code: number): string => String.fromCodePoint(code);

suite('text rules', () => {
  test('a name is of any script, with emoji, and with joiners where its script needs them', () => {
    for (const name of [
      '',
      'ComfyUI №1 – "best" // 図',
      'می\u200cخواهم',
      'क्\u200dष',
      'र\u094d\u200c',
      'র\u200d\u09cdয',
      'രണ\u0d4d\u200d',
      'ශ්\u200dරී',
      '👩🏽\u200d🔬',
      '🏳\ufe0f\u200d🌈',
      '❤\ufe0f',
      '葛\u{e0100}',
      '1\ufe0f\u20e3',
      'e\u0301',
    ]) {
      assert.ok(matches('name', name), JSON.stringify(name));
    }
  });

  test('no character that cannot be seen stands in a name, wherever it stands', () => {
    const unseen = [
      ...Array.from({ length: 0x20 }, (_, code) => code),
      0x7f,
      0x85,
      0x9f,
      0xad,
      0x34f,
      0x61c,
      0x115f,
      0x180e,
      0x3164,
      0xfeff,
      0xffa0,
      0xfff9,
      0xe0041,
      ...Array.from({ length: 0x10 }, (_, offset) => 0x2060 + offset),
      0x200b,
      0x200c,
      0x200d,
      0x200e,
      0x200f,
      0x2028,
      0x2029,
      0x202a,
      0x202b,
      0x202c,
      0x202d,
      0x202e,
    ];
    for (const code of unseen) {
      for (const name of [point(code), `${point(code)}ada`, `ada${point(code)}`, `a${point(code)}da`]) {
        assert.equal(matches('name', name), false, `U+${code.toString(16)} in ${JSON.stringify(name)}`);
      }
    }
  });

  test('a joiner or selector out of its place, or more than one of them, stands in no name', () => {
    for (const name of [
      'می\u200c',
      '\u200cمی',
      'می\u200c\u200cخ',
      'a\u200dक',
      'क\u200da',
      '👩\u200d',
      '👩\u200d\u200d💻',
      '👩\u200da',
      'a\ufe0f\ufe0f',
      '\ufe0fa',
      '葛\u{e0100}\u{e0101}',
      '\ud800',
    ]) {
      assert.equal(matches('name', name), false, JSON.stringify(name));
    }
  });

  test('a long text is read once, whatever it consists of', () => {
    for (const unit of [
      'a',
      ' ',
      '😀',
      '❤\ufe0f',
      '👩\u200d',
      'क\u200d',
      'http://',
      '\t',
      'a:',
      '\n',
      'java\t',
    ]) {
      for (const rule of Object.keys(patterns) as (keyof typeof patterns)[]) {
        const text = unit.repeat(300_000);
        for (const tail of ['', '\0', 'क', ':']) assert.equal(typeof matches(rule, text + tail), 'boolean');
      }
    }
  });

  test('a moment is one that the calendar has, with a year of four digits in UTC', () => {
    const { test: isMoment } = formats['date-time'];
    for (const text of [
      '2026-01-07T00:00:00Z',
      '2028-02-29T23:59:59.999999999-23:59',
      '2026-12-31t23:59:59z',
      '0000-01-01T00:00:00Z',
      '9999-12-31T23:59:59.999Z',
    ]) {
      assert.ok(isMoment(text), text);
    }
    for (const text of [
      '2026-02-29T00:00:00Z',
      '2026-02-30T00:00:00Z',
      '2026-04-31T00:00:00Z',
      '2026-00-01T00:00:00Z',
      '2026-01-00T00:00:00Z',
      '2026-01-32T00:00:00Z',
      '2026-01-07T24:00:00Z',
      '2026-01-07T00:60:00Z',
      '2026-01-07T00:00:60Z',
      '2026-01-07T00:00:00',
      '2026-01-07T00:00:00+0100',
      '2026-01-07T00:00:00+24:00',
      '2026-01-07 00:00:00Z',
      '0000-01-01T00:00:00+00:01',
      '9999-12-31T23:59:59-00:01',
      '+002026-01-07T00:00:00Z',
      '',
    ]) {
      assert.equal(isMoment(text), false, text);
    }
  });

  test('every rule says what a text must be', () => {
    for (const { pattern } of Object.values(patterns)) assert.match(patternSentence(pattern) ?? '', /^must /);
    for (const format of Object.keys(formats)) assert.match(formatSentence(format) ?? '', /^must /);
    assert.equal(patternSentence('^other$'), undefined);
  });

  test('no caller is answered with a regular expression', () => {
    const patternsIn = (schema: unknown): string[] => {
      if (typeof schema !== 'object' || schema === null) return [];
      const own = 'pattern' in schema && typeof schema.pattern === 'string' ? [schema.pattern] : [];
      return [...own, ...Object.values(schema).flatMap(patternsIn)];
    };
    const asked = Object.values<Endpoint>(endpoints).flatMap(({ query, body }) => patternsIn([query, body]));
    assert.ok(asked.length > 100);
    assert.deepEqual(
      [...new Set(asked)].filter((pattern) => patternSentence(pattern) === undefined),
      [],
    );
  });
});
