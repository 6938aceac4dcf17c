import type { CompatFlags } from '@patchbay/contract';
import { answerFor } from './actors.ts';
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
export const tableUnder = ({ publishByBodyToken }: CompatFlags): Chapter =>
  publishByBodyToken
    ? {
        ...table,
        publishVersion: actByBodyToken(table.publishVersion),
        dryRunPublish: actByBodyToken(table.dryRunPublish),
      }
    : table;

/** A caller without a bearer token counts as the holder of the token in the body; an error says which token is bad. */
const actByBodyToken = (rows: EndpointRows = new Map()): EndpointRows =>
  new Map(
    [...rows].map(([state, row]) => {
      const answer = answerFor('token', row);
      const anonymous = answer === '401 unauthenticated' ? '401 invalid_personal_access_token' : answer;
      return [state, anonymous === undefined ? row : { ...row, anonymous }];
    }),
  );
