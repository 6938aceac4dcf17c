import { type CompatFlags, type Endpoint, type EndpointName, endpoints } from '@patchbay/contract';
import { answerFor, doubted } from './actors.ts';
import type { Answer, Chapter, EndpointRows } from './rows.ts';
import { publishersTable } from './publishers-table.ts';
import { registryTable } from './registry-table.ts';
import { serviceTable } from './service-table.ts';

/** Who may not publish is answered the same; all others are told what it would do. */
const toAll: ReadonlySet<Answer> = new Set<Answer>([
  '401 unauthenticated',
  '401 invalid_personal_access_token',
  '403 forbidden',
  '403 email_unverified',
  '403 publisher_banned',
  '404 publisher_not_found',
]);

const dryRunOf = (rows: EndpointRows = new Map()): EndpointRows =>
  new Map(
    [...rows].map(([state, row]) => [
      state,
      Object.fromEntries(
        Object.entries(row).map(([actor, answer]) => [actor, toAll.has(answer) ? answer : 200]),
      ),
    ]),
  );

/**
 * What every endpoint answers to every actor in every state. In a chapter, `updateNode`, `node banned` says: `insiders`
 * get `403 node_banned`, the `moderator` gets 200, `outsiders` get `403 forbidden`.
 */
const table: Chapter = {
  ...registryTable,
  ...publishersTable,
  ...serviceTable,
  dryRunPublish: dryRunOf(registryTable.publishVersion),
};

/** The table under these compat flags. */
export const tableUnder = ({ publishByBodyToken }: CompatFlags): Chapter => {
  const whole: Chapter = publishByBodyToken
    ? {
        ...table,
        publishVersion: actByBodyToken(table.publishVersion),
        dryRunPublish: actByBodyToken(table.dryRunPublish),
      }
    : table;
  return Object.fromEntries(
    (Object.entries(whole) as [EndpointName, EndpointRows][]).map(([name, rows]) => [
      name,
      doubt(endpoints[name], rows),
    ]),
  );
};

/** Whose sign-in is not enough is answered before anything is looked at. */
const doubt = (endpoint: Endpoint, rows: EndpointRows): EndpointRows =>
  new Map(
    [...rows].map(([state, row]) => {
      const asOwner = answerFor('owner', row);
      const answers = doubted.map((actor) => [actor, refusalOf(actor, endpoint) ?? asOwner] as const);
      return [state, { ...row, ...Object.fromEntries(answers) }];
    }),
  );

const refusalOf = (
  actor: (typeof doubted)[number],
  { recentSignIn = false, addsFactor = false }: Endpoint,
): Answer | undefined => {
  if (!recentSignIn) return undefined;
  if (actor === 'stale sign-in') return '401 recent_sign_in_required';
  return addsFactor ? undefined : '403 second_factor_required';
};

/** A caller without a bearer token counts as the holder of the token in the body; an error says which token is bad. */
const actByBodyToken = (rows: EndpointRows = new Map()): EndpointRows =>
  new Map(
    [...rows].map(([state, row]) => {
      const answer = answerFor('token', row);
      const anonymous = answer === '401 unauthenticated' ? '401 invalid_personal_access_token' : answer;
      return [state, anonymous === undefined ? row : { ...row, anonymous }];
    }),
  );
