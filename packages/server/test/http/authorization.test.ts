import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Endpoint, type EndpointName, builtInProfiles, endpoints } from '@patchbay/contract';
import type { Reply } from '../support/client.ts';
import { countChanges } from '../support/count-changes.ts';
import { findUndocumented } from '../support/find-undocumented.ts';
import { sized, someOf } from '../support/length.ts';
import { currentVariant, suiteOnPostgres, suiteOnSqlite } from '../support/variants.ts';
import { type Actor, type ByActor, actors, answerFor, isDoubted } from './authorization/actors.ts';
import { call } from './authorization/call.ts';
import { makeFixture } from './authorization/fixture.ts';
import type { Answer } from './authorization/rows.ts';
import { openStage } from './authorization/stage.ts';
import { type State, statesOf } from './authorization/states.ts';
import { tableUnder } from './authorization/table.ts';

const { app, comfyui } = builtInProfiles;

/**
 * All of them where all is well. In any other state one for each answer, another with each turn; in the long form all.
 */
const actorsFor = (
  { recentSignIn = false }: Endpoint,
  state: State,
  row: ByActor<Answer>,
  turn: number,
): readonly Actor[] => {
  const called = actors.filter((actor) => recentSignIn || !isDoubted(actor));
  if (state === 'live') return called;
  const byAnswer = Map.groupBy(called, (actor) => answerFor(actor, row));
  return [...byAnswer.values()].flatMap((same) => someOf(same, turn));
};

const all = Object.entries(endpoints) as [EndpointName, Endpoint][];
/** Which tokens these take depends on the profile. The others are walked under one profile, in the long form under both. */
const takingTokens: ReadonlySet<EndpointName> = new Set(['publishVersion', 'dryRunPublish']);

/** Every form in which the names of the other profile could be met. */
const foreign = {
  [app.name]: /comfy/i,
  [comfyui.name]: /app[-_ ]?node|supported_app|app_(frontend_)?version/i,
};
const nullKey = /[^\\]":null/;

/** What no answer may hold, with what stands around it. */
const findForeign = (profile: string, { bytes }: Reply): string | undefined => {
  // The bytes are what was on the wire, before the client of the test reads it in neutral names.
  const text = new TextDecoder().decode(bytes);
  const at = [foreign[profile] ?? nullKey, nullKey]
    .map((pattern) => text.search(pattern))
    .find((index) => index >= 0);
  return at === undefined ? undefined : text.slice(Math.max(0, at - 60), at + 40);
};

const register = () => {
  const { compat, name: profile } = currentVariant().profile;
  const table = tableUnder(compat);
  const isWhole = sized({ short: profile === comfyui.name, long: true });
  const walked = isWhole ? all : all.filter(([name]) => takingTokens.has(name));

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

  test('every endpoint answers every actor in every state as the table says, in its own names', async (t) => {
    const stage = await openStage(t);
    const faults: string[] = [];
    let cells = 0;
    let changes = await countChanges(stage.server);
    for (const [name, endpoint] of walked) {
      for (const [turn, [state, row]] of [...(table[name] ?? [])].entries()) {
        let fixture = await makeFixture(stage, state, endpoint.path);
        for (const actor of actorsFor(endpoint, state, row, turn)) {
          cells += 1;
          const reply = await call(stage, name, endpoint, { fixture, actor, serial: cells });
          const wanted = String(answerFor(actor, row));
          const got = answerOf(reply);
          const cell = `${name} · ${state} · ${actor}`;
          const undocumented = findUndocumented(name, endpoint, reply);
          if (undocumented !== undefined) faults.push(`${cell}: ${undocumented}`);
          if (got !== wanted) faults.push(`${cell}: ${got}, not ${wanted}`);
          // Labels of metrics are names of the code, which no client of a host reads.
          const met = name === 'getMetrics' ? undefined : findForeign(profile, reply);
          if (met !== undefined) faults.push(`${cell}: ${met}`);
          if (reply.status < 300 && endpoint.method !== 'GET') {
            // What one actor changed must not meet the next.
            await stage.server.settle();
            fixture = await makeFixture(stage, state, endpoint.path);
          }
          const before = changes;
          changes = await countChanges(stage.server);
          if (reply.status >= 300 && changes !== before) {
            faults.push(`${cell}: refused, and yet something changed`);
          }
        }
      }
    }
    const moderator = await stage.server.moderator();
    for (let after = 0, length = 1; length > 0; after += length) {
      const page = await moderator.get(`/admin/changes?limit=1000&after=${after}`);
      const met = findForeign(profile, page);
      if (met !== undefined) faults.push(`the log of changes: ${met}`);
      ({ length } = page.json.changes);
    }
    assert.deepEqual(faults, []);
    t.diagnostic(`${cells} cells of endpoint × actor × state walked`);
  });
};

for (const profile of [app, comfyui]) suiteOnSqlite('authorization', register, profile);
// No engine decides a right, so PostgreSQL is for the long form.
if (sized({ short: false, long: true })) suiteOnPostgres('authorization', register);

const answerOf = ({ status, json }: Reply): string =>
  status < 300 ? String(status) : `${status} ${json.error}`;
