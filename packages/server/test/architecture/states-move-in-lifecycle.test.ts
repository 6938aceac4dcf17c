import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { suite, test } from 'node:test';

const root = join(import.meta.dirname, '../../src');
const files = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts'))
  .map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') }));

/** The tables whose rows have a state: a status, a policy, a ban, a deletion or a revocation. */
const changesRow = /\.(?:updateTable|deleteFrom)\('(?:versions|nodes|publishers|app_nodes|tokens|user)'\)/;

/** What changes such rows and none of their states. */
const stateless: Readonly<Record<string, string>> = {
  addDownloads: 'counts downloads',
  addUpDays: 'adds up downloads',
  upsertReview: 'adds a star',
  refreshRating: 'adds up stars',
  markTokenUsed: 'notes when a token was used',
};

/** Where such rows are changed in a transaction of the server, besides `store/rows/`. */
const derived: Readonly<Record<string, string>> = {
  'store/listing/catalogue.ts': 'writes what lists look up',
  'store/listing/latest-version.ts': 'names the latest version',
};

const exportsOf = (text: string): { name: string; body: string }[] =>
  text
    .split(/^export const /m)
    .slice(1)
    .map((body) => ({ name: /^\w+/.exec(body)?.[0] ?? '', body }));

const writers = new Set(
  files
    .filter(({ file }) => file.startsWith('store/rows/'))
    .flatMap(({ text }) => exportsOf(text))
    .filter(({ name, body }) => changesRow.test(body) && stateless[name] === undefined)
    .map(({ name }) => name),
);

/** `<file> imports <name>` for each name that a file outside of `lifecycle/` imports. */
const importsOf = (names: ReadonlySet<string>, from: RegExp): string[] =>
  files
    .filter(({ file }) => !file.startsWith('lifecycle/'))
    .flatMap(({ file, text }) =>
      [...text.matchAll(/^import (?:type )?\{([^}]*)\} from '([^']*)';/gm)]
        .filter(([, , path = '']) => from.test(path))
        .flatMap(([, list = '']) =>
          list.split(',').map((one) => /\w+/.exec(one.replace('type ', ''))?.[0] ?? ''),
        )
        .filter((name) => names.has(name))
        .map((name) => `${file} imports ${name}`),
    );

suite('states move in lifecycle/ alone', () => {
  test('what changes a row with a state is imported nowhere else', () => {
    for (const known of ['updateVersionRow', 'deleteVersionRow', 'updateNodeRow', 'updatePublisherRow']) {
      assert.ok(
        writers.has(known),
        `${known} no longer changes a row of its own: update the list in this test`,
      );
    }
    assert.deepEqual(importsOf(writers, /\.ts$/), [], 'move the state by a function of lifecycle/ instead');
  });

  test('the steps of moves, which check nothing, are imported nowhere else', () => {
    const steps = files.find(({ file }) => file === 'lifecycle/write-rows.ts');
    const names = new Set(exportsOf(steps?.text ?? '').map(({ name }) => name));
    assert.ok(names.has('writeVersion'));
    assert.deepEqual(importsOf(names, /write-rows\.ts$/), []);
  });

  test('no statement elsewhere changes such a row', () => {
    const elsewhere = files
      .filter(({ file }) => !/^store\/(?:rows|migrations)\//.test(file) && derived[file] === undefined)
      .filter(({ text }) => changesRow.test(text))
      .map(({ file }) => file);
    assert.deepEqual(elsewhere, [], 'write it in store/rows/ and call it from lifecycle/');
  });
});
