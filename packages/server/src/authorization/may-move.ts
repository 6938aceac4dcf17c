import { type Mover, type Transition, transitions } from '@patchbay/contract';

type Resource = Transition['resource'];
type Field = Transition['field'];

const moves = new Map(
  transitions.map(({ resource, field, from, to, by }) => [`${resource}.${field} ${from} ${to}`, by]),
);

/** Whether any of the movers may move the state. Staying where one is needs no move. */
export const mayMove = (
  resource: Resource,
  field: Field,
  from: string,
  to: string,
  movers: readonly Mover[],
): boolean =>
  from === to || movers.some((mover) => moves.get(`${resource}.${field} ${from} ${to}`)?.includes(mover));
