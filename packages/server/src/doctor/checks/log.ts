import { sql } from 'kysely';
import type { AnyReader } from '../../store/any-table.ts';
import { listAudiences, showToOwner } from '../../store/log/publisher-changes.ts';
import type { ReadConnection } from '../../store/store.ts';
import { type Check, type Fault, inPages } from '../check.ts';

/** Servers whose clocks differ append in turn. */
const clocksDifferMs = 2_000;

/** What is missing in the log can only come back from a backup. */
export const log: Check = {
  name: 'log',
  promise: 'The numbers of the log have no gap, and its times are valid and never go back.',
  reads: 'rows',
  async *find({ read }) {
    let last = { seq: 0, at: '' };
    const pages = inPages<{ seq: number; at: string }>((from, limit) =>
      read
        .selectFrom('changes')
        .select(['seq', 'at'])
        .where('seq', '>', from?.seq ?? 0)
        .orderBy('seq')
        .limit(limit)
        .execute(),
    );
    for await (const rows of pages) {
      for (const row of rows) {
        yield* compareChanges(last, row);
        last = isTime(row.at) ? row : { ...row, at: last.at };
      }
    }
  },
};

const compareChanges = function* (last: { seq: number; at: string }, row: typeof last): Generator<Fault> {
  const subject = `change:${row.seq}`;
  if (row.seq !== last.seq + 1) {
    const missing = row.seq - last.seq - 1;
    yield { subject, message: `${missing} changes before it are missing. Restore them from a backup.` };
  }
  if (!isTime(row.at)) {
    yield {
      subject: `${subject}/at`,
      message: `Its time ${JSON.stringify(row.at)} is none like 2026-01-31T15:30:00.000Z. Restore the row from a backup.`,
    };
  } else if (Date.parse(row.at) < Date.parse(last.at) - clocksDifferMs) {
    yield {
      subject: `${subject}/at`,
      message: `Its time ${row.at} is before ${last.at}, that of the change before it. Set the clocks of the servers.`,
    };
  }
};

/** Whether a text is a time as the log writes it. */
const isTime = (text: string): boolean =>
  !Number.isNaN(Date.parse(text)) && new Date(text).toISOString() === text;

const changePrefix = 'change:';

export const audiences: Check = {
  name: 'audiences',
  promise: 'Members see the changes of the nodes of their publisher, and of no other.',
  reads: 'rows',
  async *find({ read }) {
    const pages = inPages<{ seq: number; shownTo: string | null; due: string | null }>((last, limit) =>
      listAudiences(read, { after: last?.seq ?? 0, limit }),
    );
    for await (const changes of pages) {
      for (const { seq, shownTo, due } of changes) {
        if (shownTo === due) continue;
        const message = `Members of ${nameOf(shownTo)} see it instead of those of ${nameOf(due)}.`;
        yield { subject: `${changePrefix}${seq}`, message };
      }
    }
  },
  async repair({ store }, subject) {
    await store.write({ actor: 'operator' }, (tx) =>
      showToOwner(tx, Number(subject.slice(changePrefix.length))),
    );
    return 'showed it to the others';
  },
};

const nameOf = (publisherId: string | null): string =>
  publisherId === null ? 'no publisher' : JSON.stringify(publisherId);

interface Stateful {
  id: string;
  status: string;
}

interface Resource {
  name: 'node' | 'version' | 'publisher';
  table: 'nodes' | 'versions' | 'publishers';
  key: 'id' | 'key';
  /** How every status begins. In the JSON of the log, quotes inside of texts are escaped. */
  prefix: string;
  first: string;
}

const resources: readonly Resource[] = [
  {
    name: 'publisher',
    table: 'publishers',
    key: 'id',
    prefix: 'PublisherStatus',
    first: 'PublisherStatusActive',
  },
  { name: 'node', table: 'nodes', key: 'key', prefix: 'NodeStatus', first: 'NodeStatusActive' },
  {
    name: 'version',
    table: 'versions',
    key: 'id',
    prefix: 'NodeVersionStatus',
    first: 'NodeVersionStatusPending',
  },
];

const readPage = (
  read: AnyReader,
  { table, key }: Resource,
  after: string,
  limit: number,
): Promise<Stateful[]> =>
  read
    .selectFrom(table)
    .select([`${key} as id`, 'status'])
    .where(key, '>', after)
    .orderBy(key)
    .limit(limit)
    .$castTo<Stateful>()
    .execute();

/** Whether the row or the log is right, people must find out. */
export const states: Check = {
  name: 'states',
  promise:
    'Every publisher, node and version has a beginning in the log and the status that the log last says.',
  reads: 'rows',
  async *find({ read }) {
    for (const resource of resources) {
      const pages = inPages<Stateful>((last, limit) => readPage(read, resource, last?.id ?? '', limit));
      for await (const rows of pages) yield* compareStatuses(read, resource, rows);
    }
  },
};

const compareStatuses = async function* (
  read: ReadConnection,
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
  read: ReadConnection,
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

const findMoves = async (read: ReadConnection, seqs: readonly number[]) => {
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
