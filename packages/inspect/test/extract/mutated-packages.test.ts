import assert from 'node:assert/strict';
import { test } from 'node:test';
import { extractAppNodes } from '../../src/extract/extract-app-nodes.ts';
import { readFixture } from './support/read-fixture.ts';

const runsEach = 150;

/** Fragments that open what is never closed, or ask for too much. */
const fragments = [
  '[',
  '(',
  '{',
  '"""',
  "'",
  '\\',
  '\n',
  '    ',
  ')',
  ']',
  '}',
  ':',
  '\0',
  '\ud800',
  'f"{',
  '**',
  '*',
  ' * 10**9',
  '[0]*10**9',
  'while True:\n',
  'lambda: ',
  ' for x in range(10**9)',
  'class A(A):\n',
  'yield ',
  'await ',
  'return ',
  'try:\n',
  'except:\n',
  'super().',
  'globals()',
  'import *',
  '.update(',
];

/** Numbers in [0, 1) that are the same in every run (mulberry32). */
const makeRandom = (seed: number): (() => number) => {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
};

const mutate = (text: string, random: () => number): string => {
  const below = (limit: number) => Math.floor(random() * limit);
  const start = below(text.length + 1);
  const end = Math.min(text.length, start + below(60));
  const fragment = fragments[below(fragments.length)] ?? '';
  const changes = [
    () => text.slice(0, start) + text.slice(end),
    () => text.slice(0, start) + fragment + text.slice(start),
    () => text.slice(0, start) + fragment.repeat(below(300)) + text.slice(end),
    () => text.slice(0, end) + text.slice(start, end).repeat(below(4)) + text.slice(end),
    () => text.slice(0, start) + text.slice(end).split('\n').toReversed().join('\n'),
  ];
  return changes[below(changes.length)]?.() ?? text;
};

for (const name of ['importlib-folder-loop', 'schema-extension']) {
  test(`${name} gives a sound answer after any of ${runsEach} mutations`, async () => {
    const random = makeRandom(20_250_101);
    const original = readFixture(name);
    for (let run = 0; run < runsEach; run += 1) {
      const files = new Map(original);
      for (const [path, text] of original) {
        if (random() < 0.5) files.set(path, mutate(mutate(text, random), random));
      }
      const { appNodes, confidence, status } = await extractAppNodes(files);
      assert.ok(confidence >= 0 && confidence <= 1);
      assert.equal(appNodes.length > 0, status === 'success');
      for (const { input_types, return_types, return_names } of appNodes) {
        for (const json of [input_types, return_types, return_names]) JSON.parse(json ?? 'null');
      }
    }
  });
}
