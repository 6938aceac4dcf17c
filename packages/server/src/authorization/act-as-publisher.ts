import { type Caller, explainToken, identifyToken, identifyTokenIn } from '../accounts/identify.ts';
import type { Context } from '../context.ts';
import { ApiError } from '../errors.ts';
import { type Actor, actorName } from './rights.ts';
import { nodeKey } from '../store/rows/nodes.ts';
import type { Store } from '../store/store.ts';
import { type Act, act } from './act.ts';
import { demand, writablePublisher } from './publisher.ts';

type Holder = NonNullable<Awaited<ReturnType<typeof identifyToken>>>;

interface Publication extends Caller {
  params: { publisherId: string; nodeId: string };
  body: { personal_access_token: string };
}

/**
 * As `act`, for a publish or its dry run: both the caller and the holder of the token in the body must be entitled to
 * it.
 */
export const actAsPublisher = async <T>(
  context: Pick<Context, 'accounts' | 'config' | 'store' | 'now'>,
  { params: { publisherId, nodeId }, body, ...caller }: Publication,
  work: (tx: Act, holder: Holder) => Promise<T>,
  how: 'write' | 'dryRun' = 'write',
): Promise<T> => {
  const token = body.personal_access_token;
  const key = nodeKey(nodeId);
  // A caller without a bearer token gets here only if the profile accepts the token in the body.
  const explain = () => explainToken(context, token);
  const author =
    caller.claimed.kind === 'anonymous'
      ? byBodyToken(caller, await requireHolder(await identifyToken(context, token), explain))
      : caller;
  const store: Pick<Store, 'write'> = { write: (cause, write) => context.store[how](cause, write) };
  return act({ ...context, store }, author, async (tx) => {
    await writablePublisher(tx, 'node.publish', publisherId, key);
    const holder = await requireHolder(await identifyTokenIn(context, tx, token), explain);
    demand(holder, 'node.publish', { publisherId, nodeKey: key });
    return work(tx, holder);
  });
};

const byBodyToken = ({ cause, ...caller }: Caller, holder: Actor): Caller => ({
  ...caller,
  claimed: holder,
  bearer: undefined,
  cause: { ...cause, actor: actorName(holder) },
});

const requireHolder = async <Of extends Actor>(
  holder: Of | undefined,
  explain: () => Promise<string | undefined>,
): Promise<Of> => {
  if (holder !== undefined) return holder;
  throw new ApiError(
    'invalid_personal_access_token',
    (await explain()) ?? 'The personal_access_token is unknown, expired or revoked. Create a new one.',
    { headers: { 'www-authenticate': 'Bearer' } },
  );
};
