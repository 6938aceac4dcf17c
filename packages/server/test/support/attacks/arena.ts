import { randomBytes } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { publication, zip } from '../build.ts';
import { Client } from '../client.ts';
import { moderatorEmail, moderatorPassword } from '../hostile/moderator.ts';
import { type HostileFixture, openHostileFixture } from '../hostile/open-hostile-fixture.ts';
import { mustFrom } from './ask-from.ts';
import type { Attack } from './attack.ts';

export const attackerPassword = 'correct horse battery';
/** Packages of this size are downloaded. */
const packageBytes = 2_000_000;

/** A registry to attack, with nodes of others. */
export interface Field {
  url: string;
  moderator: string;
  hostile: HostileFixture;
  /** Active, with a package. */
  victim: { publisherId: string; nodeId: string };
}

/** What one attacker has. */
export interface Arena extends Field {
  /** Of attacks there are many, and each has addresses of its own. */
  addresses: readonly string[];
  /** A session and a personal access token, and what they are good for; empty for a stranger. */
  bearer: string;
  email: string;
  token: string;
  publisherId: string;
  nodeId: string;
  /** For a version that waits for its package. */
  uploadUrl: string;
}

const setUpFrom = '127.0.0.1';
const pollMs = 20;

/** Fills the registry at an address, whose moderator there is. */
export const openField = async (url: string, size: { nodes: number; versions: number }): Promise<Field> => {
  const ask = (asked: Parameters<typeof mustFrom>[2]) => mustFrom(url, setUpFrom, asked);
  const { token: bearer } = await ask({
    path: '/auth/sign-in/email',
    body: { email: moderatorEmail, password: moderatorPassword },
  });
  const victim = { publisherId: 'victim', nodeId: 'victim-node' };
  const hostile = await openHostileFixture(url, size);
  await ask({ path: '/publishers', bearer, body: { id: victim.publisherId, name: 'Victim' } });
  const { token } = await ask({
    path: `/publishers/${victim.publisherId}/tokens`,
    bearer,
    body: { name: 'all' },
  });
  const { signedUrl } = await ask({
    path: `/publishers/${victim.publisherId}/nodes/${victim.nodeId}/versions`,
    bearer,
    body: publication(token, '1.0.0'),
  });
  const noise = randomBytes(packageBytes / 2).toString('hex');
  const bytes = await zip({ '__init__.py': '', 'noise.txt': noise });
  await ask({ method: 'PUT', path: signedUrl, body: bytes });
  await untilRead(url, bearer, victim.nodeId);
  return { url, moderator: bearer, hostile, victim };
};

/** The attacker number `index` of a field. */
export const openArena = async (
  field: Field,
  index: number,
  { by, addresses = 1, ownsMallory = false }: Attack,
): Promise<Arena> => {
  const own = Array.from(
    { length: addresses },
    (_, at) => `127.${10 + index}.${1 + (at >> 8)}.${at & 255 || 1}`,
  );
  const stranger = {
    ...field,
    addresses: own,
    bearer: '',
    email: '',
    token: '',
    publisherId: '',
    nodeId: '',
    uploadUrl: '',
  };
  if (by === undefined) return stranger;
  // Its account is older than the attack.
  const ask = (asked: Parameters<typeof mustFrom>[2]) => mustFrom(field.url, `127.${10 + index}.0.1`, asked);
  const name = `attacker-${index}`;
  const email = `${name}@example.org`;
  const made = await ask({ path: '/auth/sign-up/email', body: { name, email, password: attackerPassword } });
  const bearer = String(made.token);
  const publisherId = name;
  const nodeId = `node-of-${name}`;
  await ask({ path: '/publishers', bearer, body: { id: publisherId, name } });
  const { token } = await ask({
    path: `/publishers/${publisherId}/tokens`,
    bearer,
    body: { name: 'all', actions: ['publish', 'edit', 'delete'] },
  });
  const publish = (version: string) =>
    ask({
      path: `/publishers/${publisherId}/nodes/${nodeId}/versions`,
      bearer,
      body: publication(token, version),
    });
  const { signedUrl } = await publish('1.0.0');
  const bytes = await zip({
    '__init__.py': 'class Own:\n    pass\n\n\nNODE_CLASS_MAPPINGS = {"Own": Own}\n',
  });
  await ask({ method: 'PUT', path: signedUrl, body: bytes });
  const { signedUrl: uploadUrl } = await publish('2.0.0');
  await untilRead(field.url, field.moderator, nodeId);
  const hostile = ownsMallory ? await joinMallory(field, { name, email, bearer }) : field.hostile;
  const session = by === 'moderator' ? field.moderator : bearer;
  return { ...field, hostile, addresses: own, bearer: session, email, token, publisherId, nodeId, uploadUrl };
};

/** Has the attacker own the node that hostile requests update. */
const joinMallory = async (
  { url, moderator, hostile }: Field,
  { name, email, bearer }: { name: string; email: string; bearer: string },
): Promise<HostileFixture> => {
  const { id: invitation } = await mustFrom(url, setUpFrom, {
    path: '/publishers/mallory/members',
    bearer: moderator,
    body: { email, role: 'owner' },
  });
  const path = `/users/invitations/${String(invitation)}/accept` as const;
  await mustFrom(url, setUpFrom, { method: 'POST', path, bearer });
  const { token } = await mustFrom(url, setUpFrom, {
    path: '/publishers/mallory/tokens',
    bearer,
    body: { name },
  });
  return { ...hostile, owner: new Client(url, bearer), token: String(token) };
};

/** Resolves once the first version of the node is Active and read. A moderator may ask as often as need be. */
const untilRead = async (url: string, bearer: string, nodeId: string): Promise<void> => {
  const path = `/nodes/${nodeId}/versions/1.0.0` as const;
  for (;;) {
    const { app_node_extract_status: status } = await mustFrom(url, setUpFrom, { path, bearer });
    if (status !== 'pending') return;
    await wait(pollMs);
  }
};
