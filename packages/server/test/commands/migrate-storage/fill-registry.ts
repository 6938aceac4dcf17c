import assert from 'node:assert/strict';
import { sql } from 'kysely';
import {
  addMember,
  makePublisher,
  publishActive,
  publishFiles,
  publishPending,
} from '../../support/build.ts';
import { enqueueMail } from '../../../src/mail/enqueue-mail.ts';
import { makeFlow, storeFlow } from '../../../src/accounts/sign-in-flows.ts';
import { insertGroupMember } from '../../../src/store/rows/members.ts';
import { insertIdentity } from '../../../src/store/rows/identities.ts';
import { insertProposal } from '../../../src/store/rows/proposals.ts';
import { insertLapse, recordEmailDomain } from '../../../src/store/rows/email-domains.ts';
import { beginPasswordCheck } from '../../../src/store/rows/sign-ins.ts';
import { insertPasskey, useChallenge } from '../../../src/store/rows/passkeys.ts';
import { recordRun } from '../../../src/store/rows/operator-runs.ts';
import { writeReplica } from '../../../src/lifecycle/replica/node.ts';
import { writeVersionReplica } from '../../../src/lifecycle/replica/version.ts';
import { readNode, readVersion } from '../../../src/replication/read-resources.ts';
import { insertTrustedToken } from '../../../src/store/rows/trusted-publishers.ts';
import { noteSource } from '../../../src/store/rows/replicas.ts';
import type { Client, Reply } from '../../support/client.ts';
import { addAuthenticator } from '../../support/authenticator.ts';
import { makeDelivery } from '../../support/make-delivery.ts';
import type { TestServer } from '../../support/start-server.ts';

const nodeIds = Array.from({ length: 10 }, (_, index) => `Node-${index}`);

/** What its lists answer in other ways than by the page. */
export const searches = [
  '/nodes?limit=5&include_translations=true',
  '/nodes?limit=100&sort=downloads;desc',
  '/nodes/search?limit=100&search=lines',
  '/nodes/search?limit=100&search=quoted',
  '/nodes/search?limit=100&app_node_search=s%C3%A4ve',
];

/** A registry with rows of every kind: of every table, and in states that lists hide. */
export const fillRegistry = async (server: TestServer) => {
  const ada = await makePublisher(server, 'ada');
  const moderator = await server.moderator();
  const bob = await server.user('bob');
  for (const id of nodeIds) await publishActive(server, ada, id, '1.0.0');
  await publishFiles(server, ada, 'Node-0', '1.10.0-rc.1+build.5', {
    '__init__.py': 'import os\nos.system("ls")\n',
    'README.md': '# Knöten 🧩\n\nSee the [licence](LICENSE).\n',
  });
  const pending = await publishPending(ada, 'Pending', '1.0.0');
  await addMember(ada, bob);
  await succeed(ada.owner, 'post', '/publishers/ada/members', { email: 'eve@example.org', role: 'member' });
  await succeed(bob, 'post', '/nodes/Node-0/reviews?star=4');
  await succeed(ada.owner, 'put', '/publishers/ada/nodes/Node-1', {
    name: 'Ünïcode 🧩 "quoted"',
    description: 'In two\nlines.',
    tags: ['image'],
    translations: { de: { name: 'Knoten' } },
  });
  await succeed(moderator, 'put', '/publishers/ada/nodes/Node-2', {
    preempted_app_node_names: ['Blur'],
    search_ranking: 7,
  });
  await succeed(ada.owner, 'post', '/publishers/ada/nodes/Node-6/rename', { id: 'Named-6' });
  await succeed(moderator, 'put', '/publishers/ada/nodes/Node-3', { status: 'NodeStatusBanned' });
  await succeed(moderator, 'post', '/publishers/ada/nodes/Node-3/ban', { reason: 'Bad.', advisory: 'Bad.' });
  await succeed(moderator, 'put', '/admin/nodes/Node-4/versions/1.0.0', {
    status: 'NodeVersionStatusFlagged',
    status_reason: 'To be looked at.',
  });
  for (const id of ['Node-0', 'Node-2', 'Node-5']) {
    await succeed(moderator, 'put', `/admin/nodes/${id}/versions/1.0.0/app-nodes`, {
      app_nodes: ['Blur', 'Säve 🌀', id].map((app_node_name) => ({ app_node_name })),
    });
  }
  await succeed(moderator, 'put', '/nodes/Node-0/versions/1.0.0/app-nodes/Node-0', {
    policy: 'AppNodePolicyBanned',
  });
  await succeed(bob, 'post', '/nodes/Node-0/reports', { reason: 'broken', text: 'It does not load.' });
  await server.server.context.store.write({ actor: 'server' }, async (tx) => {
    const { id: proposerId } = (await moderator.get('/users')).json;
    await insertProposal(tx, {
      moderation: 'publisher',
      params: { publisherId: 'ada' },
      body: { status: 'PublisherStatusActive', reason: 'Appealed.' },
      aim: 'lift-ban',
      subject: 'publisher:ada',
      about: 'ada',
      reason: 'Appealed.',
      proposerId,
      expiresAt: '9999-01-01T00:00:00.000Z',
    });
  });
  const trusted = await ada.owner.post('/publishers/ada/trusted-publishers', {
    issuer: 'github',
    repository: 'octo-org/octo-repo',
    workflows: ['publish.yml'],
  });
  const [token] = (await ada.owner.get('/publishers/ada/tokens')).json;
  await server.server.context.store.write({ actor: 'server' }, (tx) =>
    insertTrustedToken(tx, {
      identity: 'one',
      token_id: token?.id ?? '',
      publisher_id: 'ada',
      trusted_publisher_id: trusted.json.id,
      forget_at: '2027-01-01T00:00:00.000Z',
    }),
  );
  const hook = await ada.owner.post('/publishers/ada/webhooks', { url: 'https://localhost:65535/hooks' });
  await makeDelivery(server, hook.json.id);
  await succeed(server.anonymous, 'post', '/auth/request-password-reset', { email: 'bob@example.org' });
  await addAuthenticator(server, await server.user('grace'));
  await server.server.context.store.write({ actor: 'server' }, async (tx) => {
    const { id } = await tx.db.selectFrom('user').select('id').executeTakeFirstOrThrow();
    const passwordMark = 'mark';
    await beginPasswordCheck(tx, { userId: id, passwordMark, since: tx.now });
    await recordEmailDomain(tx, 'gone.example', true);
    await insertLapse(tx, id);
    await insertPasskey(tx, {
      id: 'one',
      user_id: id,
      credential_id: 'one',
      public_key: '',
      counter: 0,
      name: 'Phone',
      created_at: tx.now,
      last_used_at: null,
    });
    await useChallenge(tx, { digest: 'one', expires_at: tx.now });
  });
  await succeed(server.anonymous, 'post', '/auth/device/code', { client_id: 'patchbay' });
  await server.anonymous.get('/nodes/Node-5/install');
  await server.server.context.downloads.flush();
  const once = { 'idempotency-key': 'once' };
  assert.equal((await ada.owner.post('/publishers/ada/tokens', { name: 'once' }, once)).status, 201);
  await succeed(moderator, 'post', '/admin/nodes/Node-9/transfer', {
    publisher_id: 'unclaimed_nodes',
    reason: 'Left.',
  });
  await succeed(ada.owner, 'delete', '/publishers/ada/nodes/Node-6');
  await succeed(ada.owner, 'delete', '/publishers/ada/nodes/Node-7/versions/1.0.0');
  // The accounts library writes it only for flows that are not its own here.
  await server.server.context.store.write({ actor: 'server' }, async ({ db }) => {
    await sql`
      insert into verification values ('one', 'ada', 'value', '2026-01-01T00:00:00.123Z',
        '2026-01-01T00:00:00.001Z', '2026-01-01T00:00:00.000Z')
    `.execute(db);
  });
  // What an external provider leaves.
  await server.server.context.store.write({ actor: 'server' }, async (tx) => {
    const userId = (await bob.get('/users')).json.id;
    await insertIdentity(tx, userId, { issuer: 'https://id.example.org', subject: 'bob' });
    await insertGroupMember(tx, 'ada', (await ada.owner.get('/users')).json.id);
    const about = { purpose: 'link', user_id: userId, user_code: null } as const;
    await storeFlow(tx, server.server.context.config, '10.0.0.1', { flow: makeFlow(), ...about });
  });
  // Servers of the version before write them.
  await server.server.context.store.write({ actor: 'server' }, async ({ db }) => {
    await sql`
      insert into search_texts (ordinal, search_text, app_node_names)
      select ordinal, 'node-0', 'blur' from nodes where key = 'node-0'
    `.execute(db);
  });
  await server.server.context.store.write({ actor: 'operator' }, (tx) => recordRun(tx, 'doctor', 1));
  await server.server.context.store.write({ actor: 'server' }, (tx) =>
    enqueueMail(tx, 'a test', { to: 'ada@example.org', subject: 'A test', paragraphs: ['It is one.'] }),
  );
  await replicate(server);
  return { ada, bob, moderator, pending };
};

/** A node from another registry, with a version whose package is still there. */
const replicate = ({ server }: TestServer): Promise<void> =>
  server.context.store.write({ actor: 'server' }, async (tx) => {
    const origin = { source: 'https://registry.example.org', round: 1, syncedAt: '', isUpstream: true };
    const form = { completes: false };
    const createdAt = '2026-01-01T00:00:00.000Z';
    const sent = { id: 'From-Elsewhere', publisher: { id: 'elsewhere', createdAt }, created_at: createdAt };
    const node = await writeReplica(tx, origin, readNode({ ...sent, rating: 4.5, downloads: 7 }, form));
    const version = readVersion(
      {
        version: '1.0.0',
        status: 'NodeVersionStatusActive',
        createdAt,
        package_sha256: '0'.repeat(64),
        package_bytes: 5,
        downloadUrl: 'https://registry.example.org/one.zip',
      },
      form,
    );
    const appNodes = new Map([['Elsewhere', { category: 'image' }]]);
    await writeVersionReplica(tx, origin, node, { ...version, appNodes });
    await noteSource(tx, origin.source, { position_json: '{}' });
  });

/** Goes on after a first move: writes what must be new, other and gone in the second. */
export const goOn = async (
  server: TestServer,
  { ada, bob, moderator }: Awaited<ReturnType<typeof fillRegistry>>,
): Promise<void> => {
  await publishActive(server, ada, 'Node-8', '2.0.0');
  await succeed(moderator, 'put', '/publishers/ada/nodes/Node-2', { preempted_app_node_names: ['Sharpen'] });
  // Each comes back as another row, under what must be unique.
  await succeed(ada.owner, 'delete', '/publishers/ada/nodes/Pending/versions/1.0.0');
  await publishPending(ada, 'Pending', '1.0.0');
  const { json: members } = await ada.owner.get('/publishers/ada/members');
  const { id } = members.find(({ role }: { role: string }) => role === 'member');
  await succeed(ada.owner, 'delete', `/publishers/ada/members/${id}`);
  await addMember(ada, bob, 'owner');
  await succeed(bob, 'post', '/auth/sign-out');
};

const succeed = async (
  client: Client,
  method: 'post' | 'put' | 'delete',
  path: string,
  body?: unknown,
): Promise<Reply> => {
  const reply = await client.send(method.toUpperCase(), path, body);
  assert.ok(reply.status < 300, `${method} ${path}: ${reply.text}`);
  return reply;
};
