import assert from 'node:assert/strict';
import type { Proposal } from '@patchbay/contract';
import { setModerator } from '../../src/lifecycle/user.ts';
import type { Ending } from './ending.ts';
import { uniqueId } from './build.ts';
import { startServer } from './start-server.ts';

/** A server on which lifting a ban and making a moderator needs two, with both of them. */
export const startTwoModerators = async (test: Ending, settings: Readonly<Record<string, string>> = {}) => {
  const server = await startServer(test, { MODERATION: 'two', ...settings });
  const { store } = server.server.context;
  const first = await server.moderator();
  /** A moderator whom the operator made. */
  const another = async (name: string) => {
    const client = await server.user(name);
    const { id } = (await client.get('/users')).json;
    await setModerator(store, { actor: 'operator' }, id, true);
    return client;
  };
  const second = await another('second');
  /** A proposal of the first one to make somebody a moderator. */
  const propose = async () => {
    const client = await server.user(uniqueId('candidate'));
    const { id, email } = (await client.get('/users')).json;
    const body = { isAdmin: true, reason: 'Trusted.' };
    const reply = await first.put(`/admin/users/${id}`, body);
    assert.equal(reply.status, 202, reply.text);
    return { client, email, userId: id, proposal: reply.json as unknown as Proposal };
  };
  return { server, first, second, another, propose };
};
