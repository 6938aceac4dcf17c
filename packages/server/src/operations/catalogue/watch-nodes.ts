import type { Endpoints } from '@patchbay/contract';
import { neverGone } from '../../catalogue/feed-events.ts';
import type { Operation } from '../operation.ts';

export const watchNodes: Operation<Endpoints['watchNodes']> = async (
  { catalogue },
  { body: { nodes: installed, since, wait = 0 }, gone: signal = neverGone },
) => {
  const { nodes, lastSeq, next } = await catalogue.watch.read(installed, {
    since,
    waitMs: wait * 1_000,
    signal,
  });
  return { nodes, last_seq: lastSeq, next };
};
