import { type Endpoints, limits } from '@patchbay/contract';
import { demand } from '../../authorization/publisher.ts';
import { findActorNames } from '../../store/log/actor-names.ts';
import { findChanges } from '../../store/log/changes.ts';
import { pageOf } from '../../store/listing/pages.ts';
import type { Operation } from '../operation.ts';

const { changesPageSizeDefault: fallback, changesPageSizeMax: max } = limits;

/** The log of changes after a number, by default oldest first. */
export const listChanges: Operation<Endpoints['listChanges']> = async ({ store }, { actor, query }) => {
  demand(actor, 'moderate');
  const { after = 0, subject, newest_first: isNewestFirst, include_names: withNames } = query;
  const { limit } = pageOf(query, { fallback, max });
  const changes = await findChanges(store.read, { after, limit, subject, isNewestFirst });
  if (withNames !== true) return { changes };
  const names = await findActorNames(
    store.read,
    changes.map(({ actor: by }) => by),
  );
  return {
    changes: changes.map((change) => {
      const name = names.get(change.actor);
      return name === undefined ? change : { ...change, actor_name: name };
    }),
  };
};
