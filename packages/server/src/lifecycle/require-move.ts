import { type Mover, type Transition, transitions } from '@patchbay/contract';
import { type Actor, may } from '../authorization/rights.ts';
import { ApiError } from '../errors.ts';

/** In what capacity somebody who may edit moves a state. */
export const moversOf = (actor: Actor): readonly Mover[] =>
  may(actor, 'moderate') ? ['publisher', 'moderator'] : ['publisher'];

/**
 * Throws unless one of the movers may move the state: `forbidden_field` when a moderator could, else
 * `illegal_transition`.
 */
export const requireMove = (
  resource: Transition['resource'],
  field: Transition['field'],
  from: string,
  to: string,
  movers: readonly Mover[],
): void => {
  if (mayMove(resource, field, from, to, movers)) return;
  if (mayMove(resource, field, from, to, ['moderator'])) throw moderatorsField(field);
  throw new ApiError('illegal_transition', `You cannot change the ${field} from ${from} to ${to}.`, {
    advice: 'GET /transitions lists the allowed transitions.',
  });
};

/** The answer to who changes what only a moderator may. */
export const moderatorsField = (...fields: string[]): ApiError =>
  new ApiError('forbidden_field', `Only a moderator may change ${fields.join(', ')}. Leave it out.`, {
    details: fields.map((field) => ({ path: `/${field}`, message: 'only a moderator may change this' })),
  });

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
