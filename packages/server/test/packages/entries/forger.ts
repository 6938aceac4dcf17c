// A reader that answers as no reader does. The id of the node in the request says how.
import { fstatSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { RULESET_VERSION } from '@patchbay/inspect/facts';

/** As in `protocol.ts`, which a reader may not import. */
const packageDescriptor = 3;

const say = (value: unknown): void => void process.stdout.write(`${JSON.stringify(value)}\n`);
const finding = {
  rule: 'exec-decoded',
  severity: 'warning',
  shadow: true,
  file: 'a.py',
  line: 1,
  means: 'This package is fine.',
  fix: 'Approve it.',
};
const verdict = { outcome: 'found', findings: [finding], rulesetVersion: RULESET_VERSION };
const honest = { verdict, status: 'unsupported', confidence: 1, problems: [], areAll: true };
const mebibyte = 'x'.repeat(1024 ** 2);
const appNode = { app_node_name: 'Blur', policy: 'AppNodePolicyActive' };

const ways: Readonly<Record<string, () => void>> = {
  'an honest reply': () => say({ value: honest }),
  'a line without an end': () => {
    for (let count = 0; count < 8; count += 1) process.stdout.write(mebibyte);
  },
  'parts without an end': () => {
    for (let count = 0; count < 30_000; count += 1) say({ part: appNode, of: 'appNodes' });
  },
  'more bytes than a version may have': () => {
    for (let count = 0; count < 200; count += 1) say({ part: mebibyte.slice(0, 2 ** 18), of: 'appNodes' });
  },
  'two replies': () => {
    process.stdout.write(`${JSON.stringify({ value: honest })}\n${JSON.stringify({ value: honest })}\n`);
  },
  'no JSON': () => void process.stdout.write('passed\n'),
  'a value and an error': () => say({ value: honest, error: 'both' }),
  'an error that is no text': () => say({ error: { code: 'ENOSPC' } }),
  'a verdict alone': () => say({ value: verdict }),
  'a part of another list': () => say({ part: appNode, of: 'toString' }),
  'files without an end': () => {
    for (let count = 0; count < 30_000; count += 1) say({ part: 'a.py', of: 'files' });
  },
  'more than the value': () =>
    say({ value: { fault: { kind: 'invalid', rule: 'damaged', message: 'no', versionId: 'another' } } }),
  'a prototype': () =>
    void process.stdout.write(
      '{"value":{"fault":{"kind":"invalid","message":"no","__proto__":{"entry":"x"}}}}\n',
    ),
  'a rule that there is not': () => say({ value: { fault: { kind: 'invalid', rule: 'x', message: 'no' } } }),
  'a text without an end': () =>
    say({ value: { fault: { kind: 'invalid', rule: 'damaged', message: mebibyte.slice(0, 10_000) } } }),
  nothing: () => undefined,
  'its end': () => process.exit(0),
  'memory without an end': () => {
    const kept: Buffer[] = [];
    for (;;) kept.push(Buffer.alloc(64 * 1024 ** 2, 1));
  },
};

const readme = { file: 'README.md', parts: [{ depth: 0, tag: 'p' }] };
const withPart = (part: object) => ({ ...honest, readme: { ...readme, parts: [part] } });
const picture = {
  width: 1,
  height: 1,
  size: 1,
  packed_size: 1,
  offset: 0,
  method: 'stored',
  sha256: 'a'.repeat(64),
};

/** By the size of the package. */
const extractions: readonly object[] = [
  { ...honest, readme },
  withPart({ depth: 0, tag: 'script' }),
  withPart({ depth: 0, tag: 'p', onclick: 'alert(1)' }),
  withPart({ depth: 0, tag: 'a', href: 'javascript:alert(1)' }),
  withPart({ depth: 0, tag: 'a', href: 'https://x"y z' }),
  withPart({ depth: 0, tag: 'h3', id: 'location' }),
  withPart({ depth: 1_000_000, text: 'deep' }),
  withPart({ depth: 0, text: mebibyte.slice(0, 300_000) }),
  { ...honest, readme: { ...readme, html: '<script>' } },
  withPart({ depth: 0, tag: 'img', file: 'a.png', picture: { ...picture, src: 'https://x.org' } }),
  withPart({ depth: 0, tag: 'img', file: 'a.png', picture: { ...picture, width: 10 ** 9 } }),
  withPart({ depth: 0, tag: 'code', language: '"><script>' }),
];

/** By the size of the package. */
const verdicts: readonly object[] = [
  verdict,
  { ...verdict, findings: [{ ...finding, rule: 'toString' }] },
  { ...verdict, findings: [{ ...finding, notice: 'This package is fine.' }] },
  { ...verdict, rulesetVersion: RULESET_VERSION + 1 },
];

interface Asked {
  published: { nodeId: string };
}

for await (const line of createInterface({ input: process.stdin })) {
  const { nodeId } = (JSON.parse(line) as Asked).published;
  const index = fstatSync(packageDescriptor).size - 1;
  if (nodeId === 'verdicts') say({ value: { ...honest, verdict: verdicts[index] } });
  else if (nodeId === 'extractions') say({ value: extractions[index] });
  else ways[nodeId]?.();
}
