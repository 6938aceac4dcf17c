import type { Chapter } from './rows.ts';
import { publishersTable } from './publishers-table.ts';
import { registryTable } from './registry-table.ts';
import { serviceTable } from './service-table.ts';

/**
 * What every endpoint answers every actor in every state, as the decisions have it. A chapter is read like this:
 * `updateNode`, `node banned`: `insiders` are answered `403 node_banned`, the `moderator` 200, `outsiders` `403 forbidden`.
 */
export const table: Chapter = { ...registryTable, ...publishersTable, ...serviceTable };
