import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { type Area, areas } from './arrows.ts';
import { type Import, findCycles, readImports } from './read-imports.ts';

/** The first folder of a path, or the file itself where it lies in the root. */
const roomOf = (file: string): string => file.split('/')[0] ?? '';

const isAllowed = ({ arrows, composition, shared }: Area, { from, to }: Import): boolean => {
  const [room, other] = [roomOf(from), roomOf(to)];
  return (
    room === other ||
    shared.includes(other) ||
    composition.includes(room) ||
    (arrows[room] ?? []).includes(other)
  );
};

const show = ({ from, to }: Import): string => `${from} imports ${to}`;

for (const area of areas) {
  suite(`the rooms of ${area.folder}`, () => {
    const imports = readImports(area.folder);

    test('a room imports only what its line in arrows.ts lists', () => {
      assert.deepEqual(imports.filter((one) => !isAllowed(area, one)).map(show), []);
    });

    test('every arrow of arrows.ts is used, or it goes', () => {
      const unused = Object.entries(area.arrows).flatMap(([room, others]) =>
        others
          .filter((other) => !imports.some(({ from, to }) => roomOf(from) === room && roomOf(to) === other))
          .map((other) => `${room} → ${other}`),
      );
      assert.deepEqual(unused, []);
    });
  });
}

suite('the server', () => {
  const imports = readImports('packages/server/src');
  const importing = (room: string): Import[] => imports.filter(({ to }) => to.startsWith(room));

  // What an operation is and what it answers are types; the tables of areas list the operations.
  const types = ['operations/operation.ts', 'operations/answers.ts'];
  const shared = [...types, 'operations/present-nodes.ts', 'operations/propose-moderation.ts'];
  const isTable = (file: string): boolean => /^operations\/(?:[^/]+\/)?index\.ts$/.test(file);

  test('an operation imports no operation', () => {
    const wrong = importing('operations/').filter(
      ({ from, to }) => from.startsWith('operations/') && !isTable(from) && !shared.includes(to),
    );
    assert.deepEqual(wrong.map(show), []);
  });

  test('http knows operations by their table alone', () => {
    const wrong = importing('operations/').filter(
      ({ from, to }) => from.startsWith('http/') && to !== 'operations/index.ts' && !types.includes(to),
    );
    assert.deepEqual(wrong.map(show), []);
  });

  test('only what opens a database names the engines', () => {
    const opens = new Set([
      'open-database.ts',
      'start.ts',
      'catalogue/make-snapshot.ts',
      'commands/migrate-storage/open-databases.ts',
    ]);
    const wrong = importing('store/engines/').filter(
      ({ from }) => !from.startsWith('store/engines/') && !opens.has(from),
    );
    assert.deepEqual(wrong.map(show), []);
  });
});

suite('no file imports itself through others, types included', () => {
  for (const root of [
    'packages/cli/src',
    'packages/contract/src',
    'packages/inspect/src',
    'packages/server/src',
    'bench',
    'cluster',
  ]) {
    test(root, () => {
      assert.deepEqual(
        findCycles(readImports(root)).map((files) => files.join(' → ')),
        [],
      );
    });
  }
});
