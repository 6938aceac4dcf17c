import { sql } from 'kysely';
import type { TokenTerms } from '../rows/tokens.ts';
import type { ReadConnection } from '../store.ts';

/** The names of users and tokens, by what the log calls them; without those that are gone. One statement. */
export const findActorNames = async (
  read: ReadConnection,
  actors: readonly string[],
): Promise<ReadonlyMap<string, string>> => {
  // A list in SQL has at least one value, and no id is empty.
  const idsOf = (kind: string): string[] => [
    '',
    ...new Set(actors.flatMap((actor) => (actor.startsWith(kind) ? [actor.slice(kind.length)] : []))),
  ];
  const rows = await read
    .selectFrom('user')
    .select([sql<string>`'user:' || id`.as('actor'), 'name', sql<string | null>`null`.as('terms')])
    .where('id', 'in', idsOf('user:'))
    .unionAll(
      read
        .selectFrom('tokens')
        .select([
          sql<string>`'token:' || id`.as('actor'),
          sql<string>`''`.as('name'),
          'request_json as terms',
        ])
        .where('id', 'in', idsOf('token:')),
    )
    .execute();
  return new Map(
    rows.map(({ actor, name, terms }) => [
      actor,
      terms === null ? name : (JSON.parse(terms) as TokenTerms).name,
    ]),
  );
};
