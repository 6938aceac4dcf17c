import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Endpoint, type EndpointName, endpoints } from '@patchbay/contract';
import { addMember } from '../support/build.ts';
import { countChanges } from '../support/count-changes.ts';
import { holdWrite } from '../support/hold-write.ts';
import { someOf } from '../support/length.ts';
import { currentVariant, suiteOnBoth } from '../support/variants.ts';
import { call } from './authorization/call.ts';
import { makeFixture } from './authorization/fixture.ts';
import { type Stage, openStage } from './authorization/stage.ts';
import { type Race, raced, races } from './races/table.ts';
import { type Leaver, playOn, takeAway } from './races/take-away.ts';

/** They write nothing, or lean on an account, a code, a signed address or token; those have races of their own. */
const elsewhere = new Set([
  'signUp',
  'signIn',
  'beginExternalSignIn',
  'completeExternalSignIn',
  'completeSignIn',
  'startPasskeySignIn',
  'signInWithPasskey',
  'startPasskey',
  'addPasskey',
  'signOut',
  'requestPasswordReset',
  'resetPassword',
  'sendVerificationEmail',
  'verifyEmail',
  'requestDeviceCode',
  'redeemDeviceCode',
  'reviewDevice',
  'approveDevice',
  'denyDevice',
  'uploadPackage',
  'bulkGetVersions',
  'dryRunPublish',
  'exchangeIdentityToken',
  'reportLeakedTokens',
  'dryRunIdentityToken',
  'resolveAppNodes',
  'resolveWorkflow',
  'watchNodes',
]);

suiteOnBoth('races', () => {
  test('every endpoint that writes has a race for what it leans on', () => {
    const missing = (Object.entries(endpoints) as [EndpointName, Endpoint][])
      .filter(([name, { method }]) => method !== 'GET' && !elsewhere.has(name) && !raced.has(name))
      .map(([name]) => name);
    assert.deepEqual(missing, []);
  });

  test('a right that is lost before the write begins is not there for the write', async (t) => {
    const stage = await openStage(t);
    const faults: string[] = [];
    let leaver: Leaver | undefined;
    const { engine } = currentVariant();
    // Each on one engine, which is SQLite for two of three; in the long form on both.
    const run = races.filter((_, index) => someOf(['postgres', 'sqlite', 'sqlite'], index).includes(engine));
    for (const [serial, race] of run.entries()) {
      leaver ??= await makeLeaver(stage, serial);
      const { status, error, changes } = await play(stage, race, leaver, serial);
      const name = `${race.endpoint} as ${race.as} · ${race.loss}`;
      if (error !== race.refusal) faults.push(`${name}: ${status} ${error}, not ${race.refusal}`);
      if (changes > 0) faults.push(`${name}: ${changes} changes after the loss`);
      if (['session', 'user banned'].includes(race.loss)) leaver = undefined;
    }
    assert.deepEqual(faults, []);
    t.diagnostic(`${run.length} races run`);
  });
});

const makeLeaver = async ({ server }: Stage, serial: number): Promise<Leaver> => {
  const client = await server.user(`leaver-${serial}`);
  const { json } = await client.get('/users');
  return { client, id: json.id, email: json.email };
};

const play = async (stage: Stage, { endpoint, as, loss }: Race, leaver: Leaver, serial: number) => {
  const { server } = stage;
  const made = await makeFixture(stage, 'live', endpoints[endpoint].path);
  const session = leaver.client.bearer ?? '';
  const { owner = '', token = '' } = made.bearers;
  const fixture = {
    ...made,
    // A publish by a member is made with a token that stays good.
    bearers: {
      ...made.bearers,
      owner: session,
      member: session,
      moderator: session,
      stranger: session,
      token,
    },
  };
  const scene = await playOn(stage, fixture, leaver);
  assert.notEqual(owner, '');
  if (as === 'owner' || as === 'member') {
    await addMember({ id: fixture.params['publisherId'] ?? '', owner: scene.coOwner }, leaver.client, as);
  }
  if (as === 'moderator')
    await scene.moderator.put(`/admin/users/${leaver.id}`, { isAdmin: true, reason: 'Checked.' });
  const tokens = await scene.coOwner.get(`/publishers/${fixture.params['publisherId']}/tokens`);
  const tokenId = tokens.json.find(({ name }) => name === 'good').id;

  const held = holdWrite(server.server.context);
  const answer = call(stage, endpoint, endpoints[endpoint], {
    fixture,
    actor: as === 'user' ? 'stranger' : as,
    serial,
  });
  // A request that is refused before it writes would wait here for ever.
  await Promise.race([held.waits, answer]);
  await takeAway(loss, scene, tokenId);
  const before = await countChanges(server);
  held.release();
  const { status, json } = await answer;
  return { status, error: json.error, changes: (await countChanges(server)) - before };
};
