import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Endpoint, type EndpointName, builtInProfiles, endpoints } from '@patchbay/contract';
import type { Reply } from '../support/client.ts';
import { sized } from '../support/length.ts';
import { currentVariant, suiteOnSqlite } from '../support/variants.ts';
import type { Actor } from './authorization/actors.ts';
import { call } from './authorization/call.ts';
import { type Fixture, makeFixture } from './authorization/fixture.ts';
import { openStage } from './authorization/stage.ts';
import type { State } from './authorization/states.ts';
import { tableUnder } from './authorization/table.ts';

const all = Object.entries(endpoints) as [EndpointName, Endpoint][];
const actors: readonly Actor[] = ['anonymous', 'owner', 'moderator'];

/** Every form in which the other naming could be met. */
const foreign = {
  app: /comfy/i,
  comfyui: /app[-_ ]?node|supported_app|app_(frontend_)?version/i,
};
const nullKey = /[^\\]":null/;
/** What only the newest fixture has. */
const ofOneFixture = /\{(?:sessionId|identityId|passkeyId|proposalId)\}/;

const register = () => {
  test('no answer holds a name of another profile, and no key of any is null', async (t) => {
    const stage = await openStage(t);
    const { compat, name: profile } = currentVariant().profile;
    const table = tableUnder(compat);
    const pattern = profile === 'app' ? foreign.app : foreign.comfyui;
    const faults = new Set<string>();
    const look = (where: string, { bytes }: Reply): void => {
      // The bytes are what was on the wire, before the client of the test reads it in neutral names.
      const text = new TextDecoder().decode(bytes);
      for (const { index } of [pattern.exec(text), nullKey.exec(text)].filter((found) => found !== null)) {
        faults.add(`${where}: ${text.slice(Math.max(0, index - 60), index + 40)}`);
      }
    };
    /** Reads and refusals change nothing, so that the next call of their state takes over what they were about. */
    const kept = new Map<State, Promise<Fixture>>();
    const fixtureFor = ({ method, path }: Endpoint, state: State): Promise<Fixture> => {
      if (method !== 'GET' && ofOneFixture.test(path)) return makeFixture(stage, state, path);
      const fixture = kept.get(state) ?? makeFixture(stage, state);
      kept.set(state, fixture);
      return fixture;
    };
    let serial = 60_000;
    for (const [name, endpoint] of all) {
      // Labels of metrics are names of the code, which no client of a host reads.
      if (name === 'getMetrics') continue;
      for (const state of table[name]?.keys() ?? []) {
        for (const actor of state === 'live' ? actors : (['owner'] as const)) {
          serial += 1;
          const fixture = await fixtureFor(endpoint, state);
          const reply = await call(stage, name, endpoint, { fixture, actor, serial });
          look(`${name} · ${state} · ${actor}`, reply);
          if (endpoint.method !== 'GET' && reply.status < 400) kept.delete(state);
        }
      }
    }
    const moderator = await stage.server.moderator();
    for (let after = 0, length = 1; length > 0; after += length) {
      const page = await moderator.get(`/admin/changes?limit=1000&after=${after}`);
      look('the log of changes', page);
      ({ length } = page.json.changes);
    }
    assert.deepEqual([...faults], []);
  });
};

const { app, comfyui } = builtInProfiles;
for (const profile of sized({ short: [comfyui], long: [app, comfyui] })) {
  suiteOnSqlite('host-names', register, profile);
}
