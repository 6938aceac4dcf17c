import type { Endpoints } from '@patchbay/contract';
import { makeToken } from '../accounts/personal-access-token.ts';
import type { Operation } from '../context.ts';
import { writablePublisher } from '../guards/publisher.ts';
import { presentToken } from '../present/token.ts';
import { aboutToken } from '../store/changes.ts';
import { insertToken } from '../store/tokens.ts';

/** Makes a token for the publisher. Its secret is in this answer and nowhere else. */
export const createToken: Operation<Endpoints['createToken']> = async (
  context,
  { actor, cause, params, body },
) => {
  const { id } = await writablePublisher(context, actor, 'tokens.manage', params.publisherId);
  const { token, ...kept } = makeToken();
  const request = {
    ...body,
    ...(body.expiresAt === undefined ? {} : { expiresAt: new Date(body.expiresAt).toISOString() }),
  };
  const record = await context.store.write(cause, async (tx) => {
    const fresh = await insertToken(tx, id, kept, request);
    await tx.append({
      action: 'token.created',
      ...aboutToken(fresh.id),
      after: { publisher: id, ...request },
    });
    return fresh;
  });
  return presentToken(record, token);
};
