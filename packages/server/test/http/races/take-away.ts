import assert from 'node:assert/strict';
import type { Client, Reply } from '../../support/client.ts';
import type { Fixture } from '../authorization/fixture.ts';
import type { Stage } from '../authorization/stage.ts';
import type { Loss } from './table.ts';

/** A user who is about to lose something. */
export interface Leaver {
  client: Client;
  id: string;
  email: string;
}

interface Play {
  moderator: Client;
  /** Another owner of the publisher. */
  coOwner: Client;
  leaver: Leaver;
  fixture: Fixture;
}

const must = async (reply: Promise<Reply>): Promise<Reply> => {
  const { status, text } = await reply;
  assert.ok(status < 300, text);
  return reply;
};

const memberIdOf = async ({ coOwner, leaver, fixture }: Play): Promise<string> => {
  const { json } = await must(coOwner.get(`/publishers/${fixture.params['publisherId']}/members`));
  return json.find(({ user }: { user: { id: string } }) => user.id === leaver.id).id;
};

const moderate = ({ moderator, fixture: { params } }: Play, status: string) =>
  must(moderator.put(`/publishers/${params['publisherId']}/nodes/${params['nodeId']}`, { status }));

/** Takes it away over HTTP, as it happens to people. */
const takers: Readonly<Record<Loss, (play: Play, tokenId: string) => Promise<unknown>>> = {
  membership: async (play) =>
    must(
      play.coOwner.delete(
        `/publishers/${play.fixture.params['publisherId']}/members/${await memberIdOf(play)}`,
      ),
    ),
  ownership: async (play) =>
    must(
      play.coOwner.put(
        `/publishers/${play.fixture.params['publisherId']}/members/${await memberIdOf(play)}`,
        {
          role: 'member',
        },
      ),
    ),
  moderation: ({ moderator, leaver }) =>
    must(moderator.put(`/admin/users/${leaver.id}`, { isAdmin: false, reason: 'Checked.' })),
  session: ({ leaver }) => must(leaver.client.post('/auth/sign-out')),
  'user banned': ({ moderator, leaver }) =>
    must(moderator.put(`/admin/users/${leaver.id}`, { banned: true, reason: 'Checked.' })),
  'token revoked': ({ coOwner, fixture }, tokenId) =>
    must(coOwner.delete(`/publishers/${fixture.params['publisherId']}/tokens/${tokenId}`)),
  'publisher banned': ({ moderator, fixture }) =>
    must(
      moderator.put(`/admin/publishers/${fixture.params['publisherId']}`, {
        status: 'PublisherStatusBanned',
        reason: 'raced',
      }),
    ),
  'publisher deleted': async (play) => {
    await moderate(play, 'NodeStatusDeleted');
    await must(play.coOwner.delete(`/publishers/${play.fixture.params['publisherId']}`));
  },
  'node banned': (play) => moderate(play, 'NodeStatusBanned'),
  'node deleted': (play) => moderate(play, 'NodeStatusDeleted'),
  'version deleted': ({ coOwner, fixture: { params } }) =>
    must(
      coOwner.delete(
        `/publishers/${params['publisherId']}/nodes/${params['nodeId']}/versions/${params['versionId']}`,
      ),
    ),
};

export const takeAway = (loss: Loss, play: Play, tokenId: string): Promise<unknown> =>
  takers[loss](play, tokenId);

/** The moderator and the other owner are the same on the whole stage. */
export const playOn = async (stage: Stage, fixture: Fixture, leaver: Leaver): Promise<Play> => ({
  moderator: await stage.server.moderator(),
  coOwner: await stage.server.user('owner'),
  leaver,
  fixture,
});
