import type { Chapter } from './rows.ts';
import { publishersTable } from './publishers-table.ts';
import { registryTable } from './registry-table.ts';
import { serviceTable } from './service-table.ts';

/** What every endpoint answers every actor in every state. */
export const table: Chapter = { ...registryTable, ...publishersTable, ...serviceTable };
