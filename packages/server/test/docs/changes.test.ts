import assert from 'node:assert/strict';
import { globSync } from 'node:fs';
import { suite, test } from 'node:test';
import { type ChangeDefinition, changeKinds, publisherEvents } from '@patchbay/contract';
import { Type } from 'typebox';
import { inRepository, readDoc, section, tableLines } from './repository.ts';

const definitions: readonly [string, ChangeDefinition][] = Object.entries(changeKinds);

/** Parentheses: not in every change. A question mark: not in every such object. */
const fields = (payload: ChangeDefinition['payload'], part: 'before' | 'after'): string => {
  const schema = payload[part] as Type.TObject | undefined;
  if (schema === undefined) return '–';
  const list = Object.keys(schema.properties)
    .map((key) => (schema.required?.includes(key) ? `\`${key}\`` : `\`${key}?\``))
    .join(', ');
  return Type.Object(payload).required?.includes(part) ? list : `(${list})`;
};

const audiences: Readonly<Record<ChangeDefinition['audience'], string>> = {
  public: 'anyone',
  publisher: 'members and moderators',
  moderators: 'moderators',
};

suite('changes', () => {
  test('the table of kinds is that of the contract', () => {
    assert.deepEqual(
      tableLines(section(readDoc('docs/changes.md'), 'Kinds')),
      definitions.map(
        ([kind, { resource, audience, when, payload }]) =>
          `| \`${kind}\` | ${resource} | ${when} | ${fields(payload, 'before')} | ${fields(payload, 'after')} | ${audiences[audience]} |`,
      ),
    );
  });

  test('the table of the events of webhooks is that of the kinds', () => {
    const events: readonly string[] = publisherEvents;
    assert.deepEqual(
      tableLines(section(readDoc('docs/webhooks.md'), 'Events')),
      definitions.map(
        ([kind, { when }]) =>
          `| \`${kind}\` | ${when} | ${events.includes(kind) ? 'publishers and moderators' : 'moderators'} |`,
      ),
    );
  });

  test('the server appends changes of every kind in the table that is still written', () => {
    // A migration writes what it wrote then, whatever the table says now.
    const sources = globSync('packages/server/src/**/*.ts', { cwd: inRepository() })
      .filter((path) => !path.includes('/migrations/'))
      .map(readDoc)
      .join('');
    const isWritten = (kind: string): boolean => sources.includes(`kind: '${kind}'`);
    assert.deepEqual(
      definitions.filter(([kind, { when }]) => isWritten(kind) === when.includes('no longer written')),
      [],
    );
  });
});
