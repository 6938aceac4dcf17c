import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { Type } from 'typebox';
import { type ChangeDefinition, changeKinds, isChangeKind, kindsAbout } from '@patchbay/contract';

const definitions: readonly [string, ChangeDefinition][] = Object.entries(changeKinds);

/** The keys of `before` and `after`. */
const keysOf = ({ payload }: ChangeDefinition): string[] =>
  Object.values(payload).flatMap((part) => Object.keys((part as Type.TObject).properties));

/** What answers about these show to members and moderators alone. */
const inside: readonly string[] = ['status_reason', 'status_detail', 'tags_admin', 'findings', 'confidence'];

suite('changes', () => {
  for (const [kind, definition] of definitions.filter(([, { audience }]) => audience === 'public')) {
    test(`${kind} is public and holds nothing that only some may see`, () => {
      assert.ok(['node', 'version', 'app-node', 'publisher'].includes(definition.resource));
      assert.deepEqual(
        keysOf(definition).filter((key) => inside.includes(key)),
        [],
      );
    });
  }

  test('kinds about some resources are all of theirs and no others', () => {
    assert.deepEqual(kindsAbout('app-node', 'token'), ['app-node.updated', 'token.created', 'token.revoked']);
    assert.equal(
      kindsAbout(
        'node',
        'version',
        'app-node',
        'publisher',
        'token',
        'trusted-publisher',
        'webhook',
        'user',
        'job',
        'report',
        'proposal',
      ).length,
      definitions.length,
    );
  });

  test('only the kinds of the table are known, not what every object has', () => {
    assert.deepEqual(['node.created', 'node.craeted', 'toString', '__proto__', ''].map(isChangeKind), [
      true,
      false,
      false,
      false,
      false,
    ]);
  });
});
