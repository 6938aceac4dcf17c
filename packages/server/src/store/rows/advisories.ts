import type { LoggedAdvisory } from '@patchbay/contract';
import { keysOfIds } from '../listing/node-filter.ts';
import { type Asked, type Page, findPage } from '../listing/pages.ts';
import { longRead } from '../long-read.ts';
import type { ReadConnection, Store, Writer } from '../store.ts';
import type { Row } from '../tables.ts';

/** What is banned: a version, or a node with all its versions. */
export interface Banned {
  nodeKey: string;
  version?: { id: string; version: string };
}

const subjectOf = ({ nodeKey, version }: Banned): string =>
  version === undefined ? `node:${nodeKey}` : `version:${version.id}`;

export const advisoryId = ({
  seq,
  published_at: published,
}: Pick<Row<'advisories'>, 'seq' | 'published_at'>): string =>
  `x_PBR-${published.slice(0, published.indexOf('-'))}-${seq}`;

/** The number in the id of an advisory; undefined if it is the id of none. */
const seqIn = (id: string): number | undefined => {
  const [, digits] = /^x_PBR-\d{4,}-([1-9]\d{0,8})$/.exec(id) ?? [];
  return digits === undefined ? undefined : Number(digits);
};

/** The advisory with its versions, withdrawn or not. */
export const findAdvisory = async (
  read: ReadConnection,
  id: string,
): Promise<Row<'advisories'> | undefined> => {
  const seq = seqIn(id);
  if (seq === undefined) return undefined;
  const row = await read.selectFrom('advisories').selectAll().where('seq', '=', seq).executeTakeFirst();
  return row !== undefined && advisoryId(row) === id ? row : undefined;
};

/** The one that is not withdrawn. */
export const findOpenAdvisory = (
  read: ReadConnection,
  banned: Banned,
): Promise<Pick<Row<'advisories'>, 'seq' | 'published_at' | 'details'> | undefined> =>
  read
    .selectFrom('advisories')
    .select(['seq', 'published_at', 'details'])
    .where('subject', '=', subjectOf(banned))
    .where('withdrawn_at', 'is', null)
    .executeTakeFirst();

/** The advisories that the log has and the table has not, each with its first change. */
export const findLostAdvisories = async (read: ReadConnection): Promise<{ id: string; seq: number }[]> => {
  const rows = await read
    .selectFrom('changes')
    .select(['seq', 'after_json'])
    // In the JSON of the log, quotes inside of texts are escaped.
    .where('after_json', 'like', '%"advisory":{"id":"%')
    .orderBy('seq')
    .execute();
  const logged = new Map<string, number>();
  for (const { seq, after_json: after } of rows) {
    const { advisory } = JSON.parse(after ?? '{}') as { advisory?: LoggedAdvisory };
    if (advisory !== undefined && !logged.has(advisory.id)) logged.set(advisory.id, seq);
  }
  const lost: { id: string; seq: number }[] = [];
  for (const [id, seq] of logged) if ((await findAdvisory(read, id)) === undefined) lost.push({ id, seq });
  return lost;
};

const shortColumns = [
  'advisories.seq',
  'advisories.version',
  'advisories.published_at',
  'advisories.modified_at',
  'advisories.withdrawn_at',
  'nodes.id as node_id',
] as const;

/** Without its text and its versions, and with the id of its node. */
export type ListedAdvisoryRow = Pick<
  Row<'advisories'>,
  'seq' | 'version' | 'published_at' | 'modified_at' | 'withdrawn_at'
> & { node_id: string };

/** All, or those of some nodes, or those that changed at a time or later, in the order of their numbers. */
export const findAdvisories = (
  { read, engine }: Pick<Store, 'read' | 'engine'>,
  { nodeIds, modifiedSince }: { nodeIds: readonly string[] | undefined; modifiedSince: string | undefined },
  asked: Asked,
): Promise<Page<ListedAdvisoryRow>> =>
  findPage(
    read
      .selectFrom('advisories')
      .innerJoin('nodes', 'nodes.key', 'advisories.node_key')
      .where(engine.isInTime)
      .$if(modifiedSince !== undefined, (query) =>
        query.where('advisories.modified_at', '>=', modifiedSince ?? ''),
      )
      .$if(nodeIds !== undefined, (query) =>
        query.where('advisories.node_key', 'in', keysOfIds(engine, nodeIds ?? [])),
      ),
    asked,
    (chosen) => chosen.select(shortColumns).orderBy('advisories.seq'),
    (row): ListedAdvisoryRow => row,
  );

/** The numbers of all versions of a node of which a package is or was stored, lowest first. */
export const findPackagedVersions = async (read: ReadConnection, nodeKey: string): Promise<string[]> => {
  const packaged = read
    .selectFrom('versions')
    .select('version')
    .where('node_key', '=', nodeKey)
    .where('stored_at', 'is not', null)
    .orderBy('sort_key');
  return (await longRead(packaged).execute()).map(({ version }) => version);
};

/** Write transactions are each alone, so the numbers are dense. Returns what identifies it. */
export const insertAdvisory = (
  tx: Writer,
  banned: Banned,
  { versions, details }: { versions: readonly string[]; details: string },
): Promise<Pick<Row<'advisories'>, 'seq' | 'published_at'>> =>
  tx.db
    .insertInto('advisories')
    .values((eb) => ({
      seq: eb
        .selectFrom('advisories')
        .select(eb(eb.fn.coalesce(eb.fn.max('advisories.seq'), eb.lit(0)), '+', eb.lit(1)).as('seq')),
      subject: subjectOf(banned),
      node_key: banned.nodeKey,
      version: banned.version?.version ?? null,
      versions_json: JSON.stringify(versions),
      details,
      published_at: tx.now,
      modified_at: tx.now,
      withdrawn_at: null,
    }))
    .returning(['seq', 'published_at'])
    .executeTakeFirstOrThrow();

export const updateAdvisory = async (
  tx: Writer,
  seq: number,
  set: { details: string } | { withdrawn_at: string },
): Promise<void> => {
  await tx.db
    .updateTable('advisories')
    .set({ ...set, modified_at: tx.now })
    .where('seq', '=', seq)
    .execute();
};

/** Marks the advisories of a node as changed. */
export const touchAdvisories = async (tx: Writer, nodeKey: string): Promise<void> => {
  await tx.db
    .updateTable('advisories')
    .set({ modified_at: tx.now })
    .where('node_key', '=', nodeKey)
    .execute();
};
