import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Endpoint, type EndpointName, endpoints } from '@patchbay/contract';
import type { Reply } from '../support/client.ts';
import { countChanges } from '../support/count-changes.ts';
import { findUndocumented } from '../support/find-undocumented.ts';
import { sized } from '../support/length.ts';
import { currentVariant, suite } from '../support/variants.ts';
import { type Actor, actors, answerFor, isDoubted } from './authorization/actors.ts';
import { call } from './authorization/call.ts';
import { makeFixture } from './authorization/fixture.ts';
import { openStage } from './authorization/stage.ts';
import { statesOf } from './authorization/states.ts';
import { tableUnder } from './authorization/table.ts';

/** On PostgreSQL every third of them, others in each state; all in the long form. */
const actorsFor = (index: number, { recentSignIn = false }: Endpoint): readonly Actor[] => {
  const step = currentVariant().engine === 'sqlite' ? 1 : sized({ short: 3, long: 1 });
  return actors.filter((actor, at) => (at + index) % step === 0 && (recentSignIn || !isDoubted(actor)));
};

const all = Object.entries(endpoints) as [EndpointName, Endpoint][];

suite('authorization', () => {
  const table = tableUnder(currentVariant().profile.compat);

  test('the table has a row for every endpoint and every state that its path can meet', () => {
    const missing = all.flatMap(([name, { path }]) =>
      [...statesOf(path)].filter((state) => !table[name]?.has(state)).map((state) => `${name} · ${state}`),
    );
    assert.deepEqual(missing, []);
  });

  test('every row answers every actor', () => {
    const missing = all.flatMap(([name]) =>
      [...(table[name] ?? [])].flatMap(([state, row]) =>
        actors
          .filter((actor) => answerFor(actor, row) === undefined)
          .map((actor) => `${name} · ${state} · ${actor}`),
      ),
    );
    assert.deepEqual(missing, []);
  });

  test('every endpoint answers every actor in every state as the table says', async (t) => {
    const stage = await openStage(t);
    const faults: string[] = [];
    let cells = 0;
    let rows = 0;
    let changes = await countChanges(stage.server);
    for (const [name, endpoint] of all) {
      for (const [state, row] of table[name] ?? []) {
        let fixture = await makeFixture(stage, state, endpoint.path);
        rows += 1;
        for (const actor of actorsFor(rows, endpoint)) {
          cells += 1;
          const reply = await call(stage, name, endpoint, { fixture, actor, serial: cells });
          const wanted = String(answerFor(actor, row));
          const got = answerOf(reply);
          const undocumented = findUndocumented(name, endpoint, reply);
          if (undocumented !== undefined) faults.push(`${undocumented} (${state} · ${actor})`);
          if (got !== wanted) faults.push(`${name} · ${state} · ${actor}: ${got}, not ${wanted}`);
          if (reply.status < 300) {
            // What one actor changed must not meet the next.
            if (endpoint.method !== 'GET') {
              await stage.server.settle();
              fixture = await makeFixture(stage, state, endpoint.path);
            }
          }
          const before = changes;
          changes = await countChanges(stage.server);
          if (reply.status >= 300 && changes !== before) {
            faults.push(`${name} · ${state} · ${actor}: refused, and yet something changed`);
          }
        }
      }
    }
    assert.deepEqual(faults, []);
    t.diagnostic(`${cells} cells of endpoint × actor × state walked`);
  });
});

const answerOf = ({ status, json }: Reply): string =>
  status < 300 ? String(status) : `${status} ${json.error}`;
