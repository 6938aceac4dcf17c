import type { CompatFlags } from '@patchbay/contract';
import { answerFor } from './actors.ts';
import type { Chapter, EndpointRows } from './rows.ts';
import { publishersTable } from './publishers-table.ts';
import { registryTable } from './registry-table.ts';
import { serviceTable } from './service-table.ts';

/**
 * What every endpoint answers every actor in every state, as the decisions have it. A chapter is read like this:
 * `updateNode`, `node banned`: `insiders` are answered `403 node_banned`, the `moderator` 200, `outsiders` `403 forbidden`.
 */
const table: Chapter = { ...registryTable, ...publishersTable, ...serviceTable };

/** The table under these compat flags. */
export const tableUnder = ({ publishByBodyToken }: CompatFlags): Chapter =>
  publishByBodyToken ? { ...table, publishVersion: actByBodyToken(table.publishVersion) } : table;

/** A caller without a bearer token counts as the holder of the token in the body; an error says which token is bad. */
const actByBodyToken = (rows: EndpointRows = new Map()): EndpointRows =>
  new Map(
    [...rows].map(([state, row]) => {
      const answer = answerFor('token', row);
      const anonymous = answer === '401 unauthenticated' ? '401 invalid_personal_access_token' : answer;
      return [state, anonymous === undefined ? row : { ...row, anonymous }];
    }),
  );
