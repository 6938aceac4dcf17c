import { sql } from 'kysely';
import type { Reader } from '../../store/store.ts';
import { inPages } from '../in-pages.ts';
import type { Check, Fault } from '../check.ts';

interface Stateful {
  id: string;
  status: string;
}

interface Resource {
  name: 'node' | 'version' | 'publisher';
  /** How every status begins. In the JSON of the log, quotes inside of texts are escaped. */
  prefix: string;
  first: string;
  readPage(read: Reader, after: string, limit: number): Promise<Stateful[]>;
}

const resources: readonly Resource[] = [
  {
    name: 'publisher',
    prefix: 'PublisherStatus',
    first: 'PublisherStatusActive',
    readPage: (read, after, limit) =>
      read
        .selectFrom('publishers')
        .select(['id', 'status'])
        .where('id', '>', after)
        .orderBy('id')
        .limit(limit)
        .execute(),
  },
  {
    name: 'node',
    prefix: 'NodeStatus',
    first: 'NodeStatusActive',
    readPage: (read, after, limit) =>
      read
        .selectFrom('nodes')
        .select(['key as id', 'status'])
        .where('key', '>', after)
        .orderBy('key')
        .limit(limit)
        .execute(),
  },
  {
    name: 'version',
    prefix: 'NodeVersionStatus',
    first: 'NodeVersionStatusPending',
    readPage: (read, after, limit) =>
      read
        .selectFrom('versions')
        .select(['id', 'status'])
        .where('id', '>', after)
        .orderBy('id')
        .limit(limit)
        .execute(),
  },
];

/** Whether the row or the log is right, people must find out. */
export const states: Check = {
  name: 'states',
  promise:
    'Every publisher, node and version has a beginning in the log and the status that the log last says.',
  reads: 'rows',
  async *find({ read }) {
    for (const resource of resources) {
      const pages = inPages<Stateful>((last, limit) => resource.readPage(read, last?.id ?? '', limit));
      for await (const rows of pages) yield* compare(read, resource, rows);
    }
  },
};

const compare = async function* (
  read: Reader,
  { name, prefix, first }: Resource,
  rows: readonly Stateful[],
): AsyncGenerator<Fault> {
  const logged = await findLoggedStatuses(
    read,
    rows.map(({ id }) => `${name}:${id}`),
    prefix,
  );
  for (const { id, status } of rows) {
    const subject = `${name}:${id}`;
    const said = logged.get(subject);
    if (said === undefined) {
      yield { subject, message: 'No change tells of it. Find out who wrote the row past the server.' };
    } else if ((said.status ?? first) !== status) {
      yield {
        subject,
        message: `Its status is ${status}, and the log says ${said.status ?? first}. Find out who wrote the row past the server.`,
      };
    }
  }
};

/** By subject, of those that the log has: the status that it last says, or undefined if it never says one. */
const findLoggedStatuses = async (
  read: Reader,
  subjects: readonly string[],
  prefix: string,
): Promise<ReadonlyMap<string, { status: string | undefined }>> => {
  if (subjects.length === 0) return new Map();
  const isMove = sql`after_json like ${`%"status":"${prefix}%`}`;
  const found = await read
    .selectFrom('changes')
    .select(['subject', sql<number | null>`max(case when ${isMove} then seq end)`.as('seq')])
    .where('subject', 'in', subjects)
    .groupBy('subject')
    .execute();
  const seqs = found.flatMap(({ seq }) => seq ?? []);
  const moves = seqs.length === 0 ? [] : await findMoves(read, seqs);
  const statuses = new Map(moves.map(({ seq, status }) => [seq, status]));
  return new Map(
    found.map(({ subject, seq }) => [subject, { status: seq === null ? undefined : statuses.get(seq) }]),
  );
};

const findMoves = async (read: Reader, seqs: readonly number[]) => {
  const rows = await read
    .selectFrom('changes')
    .select(['seq', 'after_json'])
    .where('seq', 'in', seqs)
    .execute();
  return rows.map(({ seq, after_json }) => ({
    seq,
    status: (JSON.parse(after_json ?? '{}') as { status?: string }).status,
  }));
};
