import assert from 'node:assert/strict';
import { limits } from '@patchbay/contract';
import { createHash } from 'node:crypto';
import type { TestContext } from 'node:test';
import { makeStale } from '../../support/age-session.ts';
import { makePublisher, publishPending, zip } from '../../support/build.ts';
import type { Client } from '../../support/client.ts';
import { githubClaims, openIssuer } from '../../support/open-ci-issuer.ts';
import { type TestServer, startServer } from '../../support/start-server.ts';
import type { Actor } from './actors.ts';

interface Person {
  id: string;
  email: string;
}

/** Those who are on stage in every fixture: the users, each known by one session, and the publisher next door. */
export interface Stage {
  server: TestServer;
  /** Whose CI jobs the server can trust, and a token of such a job. */
  issuer: string;
  signJob: (isForged: boolean) => Promise<string>;
  users: Readonly<Partial<Record<string, Person>>>;
  /** The session tokens of the users, of which some are good no longer. */
  sessions: Readonly<Partial<Record<Actor, string>>>;
  other: { publisherId: string; token: string };
  /** Somebody who is a member nowhere, to be invited or banned. */
  bystander: Person;
  package: { bytes: Uint8Array<ArrayBuffer>; sha256: string };
}

const personOf = async (client: Client): Promise<Person> => {
  const { status, json, text } = await client.get('/users');
  assert.equal(status, 200, text);
  return { id: json.id, email: json.email };
};

export const openStage = async (test: TestContext): Promise<Stage> => {
  const issuer = await openIssuer(test, () => server.clock.now());
  const server = await startServer(test, { ...issuer.settings, EMAIL_VERIFICATION: 'required' });
  const moderator = await server.moderator();
  const other = await makePublisher(server, 'next-door');
  const popular = await makePublisher(server, 'popular');
  await publishPending(popular, 'popular-node', '1.0.0');
  await server.server.context.store.write({ actor: 'server' }, ({ db }) =>
    db
      .updateTable('nodes')
      .set({ downloads: limits.popularDownloadsMin })
      .where('publisher_id', '=', 'popular')
      .execute(),
  );
  const clients: Readonly<Partial<Record<Actor, Client>>> = {
    stranger: await server.user('stranger'),
    'other owner': other.owner,
    member: await server.user('member'),
    owner: await server.user('owner'),
    unverified: await server.user('unverified'),
    moderator,
    'stale session': await server.user('stale'),
    'banned user': await server.user('banned'),
    'stale sign-in': await server.user('stale-sign-in'),
    'without second factor': popular.owner,
  };
  const entries = Object.entries(clients);
  const users = Object.fromEntries(
    await Promise.all(entries.map(async ([who, client]) => [who, await personOf(client)] as const)),
  );
  await server.server.context.store.write({ actor: 'server' }, ({ db }) =>
    db.updateTable('user').set({ emailVerified: 0 }).where('email', '=', 'unverified@example.org').execute(),
  );
  assert.equal((await clients['stale session']?.post('/auth/sign-out'))?.status, 200);
  await makeStale(server, clients['stale sign-in'] ?? server.anonymous);
  const ban = await moderator.put(`/admin/users/${users['banned user']?.id}`, {
    banned: true,
    reason: 'Staged.',
  });
  assert.equal(ban.status, 200, ban.text);

  const bytes = await zip({ '__init__.py': '' });
  const { github } = issuer.urls;
  const audience = new URL(server.server.context.publicUrl()).origin;
  return {
    server,
    issuer: github,
    signJob: (isForged) => issuer.sign(github, audience, githubClaims, { isForged }),
    users,
    sessions: Object.fromEntries(entries.map(([who, { bearer }]) => [who, bearer])),
    other: { publisherId: other.id, token: other.token },
    bystander: await personOf(await server.user('bystander')),
    package: { bytes, sha256: createHash('sha256').update(bytes).digest('hex') },
  };
};
