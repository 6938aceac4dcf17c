import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RULESET_VERSION } from '../../src/checks/ruleset.ts';
import { EXTRACTOR_VERSION } from '../../src/facts.ts';
import { digestCode } from '../support/digest-code.ts';

/** The digest of the code of each version. */
const rulesets: Readonly<Record<number, string>> = {
  2: '472bc049129f70b8',
  3: '1dded69cb9bfedd5',
  4: '436101ce1250641c',
  5: 'f8e1f3537e8cf87b',
  6: 'b78d475ef590a4f1',
  7: '6539ec863e5b10d9',
  8: 'c083a553fd0f5ab8',
  9: '98888aec1abf4371',
  10: '27f2dbf56dd687a2',
  11: '0bad49d8936913d4',
  12: '66b6c74042dbbf48',
};
const extractors: Readonly<Record<number, string>> = {
  2: '970bd98ea7fb4641',
  3: '986fe6cafbe2dbc7',
  4: '5d9ba52615528376',
  5: '8ba2c5dd3af0d079',
  6: '9335ffb43d0e424e',
  7: '6539ec863e5b10d9',
  8: 'aa6c32a3c69f4f72',
  9: '361c3f96f5c0d129',
  10: '0302c8922bba30d0',
  11: '5730d77e231ccd1e',
  12: '981fb954a06d26c5',
};

const instruction = (what: string, constant: string, version: number, digest: string): string =>
  `The ${what} changed. If a package can now get another result, raise ${constant} to ${version + 1} and add ` +
  `"${version + 1}: '${digest}'" here. If none can, replace the digest of ${version} by '${digest}'.`;

test('RULESET_VERSION rises with the rules', () => {
  const libraries = ['@secretlint/secretlint-rule-preset-recommend', 'tree-sitter-python', 'web-tree-sitter'];
  const digest = digestCode(['checks', 'python', 'text'], libraries);
  assert.ok(
    rulesets[RULESET_VERSION] === digest,
    instruction('rules', 'RULESET_VERSION', RULESET_VERSION, digest),
  );
});

test('EXTRACTOR_VERSION rises with what reads app-nodes and readmes', () => {
  const libraries = ['tree-sitter-python', 'web-tree-sitter', 'github-slugger', 'htmlparser2', 'markdown-it'];
  const digest = digestCode(['extract', 'python', 'readme', 'text'], libraries);
  assert.ok(
    extractors[EXTRACTOR_VERSION] === digest,
    instruction('extraction', 'EXTRACTOR_VERSION', EXTRACTOR_VERSION, digest),
  );
});
