import type { EndpointName, ErrorCode } from '@patchbay/contract';
import type { ByActor } from './actors.ts';
import type { State } from './states.ts';

export type Answer = 200 | 201 | 204 | `${number} ${ErrorCode}`;

/** One answer for all whom the endpoint asks in, or an answer for each. */
type Row = Answer | ByActor<Answer>;
type Rows = { readonly [In in State]?: Row };

export type EndpointRows = ReadonlyMap<State, ByActor<Answer>>;
export type Chapter = { readonly [Name in EndpointName]?: EndpointRows };

const complete = (rows: Rows, widen: (row: Row) => ByActor<Answer>): EndpointRows =>
  new Map((Object.entries(rows) as [State, Row][]).map(([state, row]) => [state, widen(row)]));

/** Endpoints that need a good Bearer: a caller without one gets 401 in any state, so the rows leave that out. */
export const bearer = (rows: Rows): EndpointRows =>
  complete(rows, (row) => ({
    unknown: '401 unauthenticated',
    ...(typeof row === 'object' ? row : { known: row }),
  }));

/** Endpoints for anyone, where a bad Bearer counts as none. */
export const anyone = (rows: Rows): EndpointRows =>
  complete(rows, (row) => (typeof row === 'object' ? row : { everyone: row }));

/** Refuses an account whose address is not verified, once it is known that the publisher exists. */
export const verified = (rows: EndpointRows): EndpointRows =>
  new Map(
    [...rows].map(([state, row]) =>
      state === 'publisher deleted' || state === 'publisher unknown'
        ? [state, row]
        : [state, { ...row, unverified: '403 email_unverified' }],
    ),
  );

/** A public read of a publisher, banned or not. */
export const readOfPublisher = anyone({
  live: 200,
  'publisher banned': 200,
  'publisher deleted': '404 publisher_not_found',
  'publisher unknown': '404 publisher_not_found',
});

/** A deleted publisher takes its tokens along. */
export const publisherDeleted = {
  known: '404 publisher_not_found',
  token: '401 unauthenticated',
  'publish token': '401 unauthenticated',
  'edit token': '401 unauthenticated',
  'delete token': '401 unauthenticated',
  'trusted CI': '401 unauthenticated',
} as const satisfies ByActor<Answer>;
