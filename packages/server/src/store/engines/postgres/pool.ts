import { limits } from '@patchbay/contract';
import { type PoolClient, type PoolConfig, type QueryResult, Pool, types } from 'pg';
import { DatabaseBusyError } from '../../../errors.ts';
import { DatabaseAwayError, isOfConnection, toDatabaseFault } from './faults.ts';
import type { PoolUsage } from '../../engine.ts';

/** In milliseconds. */
const patience = {
  /** For a connection, new or free. */
  connectMs: 5_000,
  /** For a statement, and for the write lock. */
  statementMs: 1_000 * limits.readSecondsMax,
  /** For a process that holds the write lock and sends nothing: the database disconnects it, so that others can write. */
  silenceMs: 10_000,
  /** For an answer once the database should have given up: the network is cut. */
  answerMs: 2_000,
  /** Until a connection that nobody uses is closed. */
  idleMs: 30_000,
};

/** A pool as Kysely uses it. */
export interface ConnectionPool {
  readonly options: object;
  connect(): Promise<Connection>;
  usage(): Omit<PoolUsage, 'pool'>;
  end(): Promise<void>;
}

export interface Connection {
  query(text: string, values: readonly unknown[]): Promise<QueryResult>;
  release(discard?: boolean): void;
}

export interface PoolLimits {
  max: number;
  types: NonNullable<PoolConfig['types']>;
  /** Gets the errors of idle connections. */
  onFailure: (error: Error) => void;
  /** Whether the database refuses writes on these connections. */
  readOnly?: boolean;
  /** After which a statement is canceled, if not after the usual time; Infinity if it may take as long as it takes. */
  statementMs?: number;
  /** After which a silent transaction is cut off, if not after the usual time; Infinity if it may be silent. */
  silenceMs?: number;
  /** After which a connection, new or free, has not come in time. */
  connectMs?: number;
}

/** How every connection is made, and what a statement on it may take. */
export const connectionLimits = ({
  statementMs = patience.statementMs,
  connectMs = patience.connectMs,
}: Pick<PoolLimits, 'statementMs' | 'connectMs'> = {}) => ({
  application_name: 'patchbay',
  keepAlive: true,
  connectionTimeoutMillis: connectMs,
  ...(statementMs === Infinity
    ? {}
    : { statement_timeout: statementMs, query_timeout: statementMs + patience.answerMs }),
});

/** An address whose connections have these settings besides those that it names, `search_path` for example. */
const withOptions = (url: string, settings: Readonly<Record<string, string>>): string => {
  const options = Object.entries(settings).map(([name, value]) => `-c ${name}=${value}`);
  if (options.length === 0) return url;
  const address = new URL(url);
  const given = address.searchParams.getAll('options');
  address.searchParams.set('options', [...given, ...options].join(' '));
  return address.href;
};

/** Connections as Kysely uses them, whose every statement with parameters is planned once a connection. */
export const openPool = (
  url: string,
  {
    max,
    types,
    readOnly = false,
    statementMs = patience.statementMs,
    silenceMs = patience.silenceMs,
    connectMs = patience.connectMs,
    onFailure,
  }: PoolLimits,
): ConnectionPool => {
  const pool = new Pool({
    connectionString: withOptions(url, {
      ...(readOnly ? { default_transaction_read_only: 'on' } : {}),
      // A role or a database may have limits of its own, which what takes as long as it takes must not meet.
      ...(statementMs === Infinity ? { statement_timeout: '0' } : {}),
      ...(silenceMs === Infinity ? { idle_in_transaction_session_timeout: '0' } : {}),
    }),
    max,
    types,
    ...connectionLimits({ statementMs, connectMs }),
    idleTimeoutMillis: patience.idleMs,
    ...(silenceMs === Infinity ? {} : { idle_in_transaction_session_timeout: silenceMs }),
  });
  const nameStatement = makeNamer();
  let connected = 0;
  let timeouts = 0;
  // An idle connection that fails is replaced. The driver's error has the connection in it, which is no line of a log.
  pool.on('error', (error) => onFailure(new DatabaseAwayError(error)));
  // Without a listener, the error of one that is used would end the process. Its statement fails with it.
  pool.on('connect', (client) => {
    connected += 1;
    client.on('error', () => {});
  });
  pool.on('remove', () => (connected -= 1));
  return {
    options: pool.options,
    connect: async () => {
      const client = await pool.connect().catch((error: unknown) => {
        if (connected < max) throw toDatabaseFault(error);
        timeouts += 1;
        throw new DatabaseBusyError(`none of ${max} connections was free within ${connectMs} ms`, {
          cause: error,
        });
      });
      return new NamingClient(client, nameStatement);
    },
    usage: () => ({
      busy: pool.totalCount - pool.idleCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
      timeouts,
    }),
    end: () => pool.end(),
  };
};

/** One statement on whichever connection is free. */
export const queryOnce = async (
  pool: ConnectionPool,
  text: string,
  values: readonly unknown[],
): Promise<QueryResult> => {
  const connection = await pool.connect();
  try {
    return await connection.query(text, values);
  } finally {
    connection.release();
  }
};

/** Names what it sends, and is not used again after a fault that stays with a connection. */
class NamingClient implements Connection {
  readonly #client: PoolClient;
  readonly #nameStatement: NameStatement;
  #isStale = false;

  constructor(client: PoolClient, nameStatement: NameStatement) {
    this.#client = client;
    this.#nameStatement = nameStatement;
  }

  async query(text: string, values: readonly unknown[]): Promise<QueryResult> {
    const name = values.length === 0 ? undefined : this.#nameStatement(text);
    try {
      return await this.#client.query({
        ...(name === undefined ? {} : { name }),
        text,
        values: values.map(toSendable),
      });
    } catch (error) {
      this.#isStale ||= isOfConnection(error);
      throw toDatabaseFault(error);
    }
  }

  release(discard = false): void {
    this.#client.release(discard || this.#isStale);
  }
}

/**
 * Text of PostgreSQL holds no NUL. None is stored, because the contract refuses it; one that is looked for becomes
 * what the driver makes of everything that is no text.
 */
const toSendable = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(toSendable);
  return typeof value === 'string' ? value.replaceAll('\0', '\uFFFD') : value;
};

/** Each is kept, planned, on every connection that ran it. */
const namesMax = 500;

/** How to look for a part of a text depends on how common it is: a plan that is kept was made for any. */
const looksForParts = / like \$\d/;

/**
 * A name by which PostgreSQL keeps the plan of this SQL text; the same text always has the same name. Undefined once
 * there are enough names, since lists of many lengths must not fill the memory of the database, and for what is better
 * planned each time.
 */
type NameStatement = (text: string) => string | undefined;

const makeNamer = (): NameStatement => {
  const names = new Map<string, string>();
  return (text) => {
    const known = names.get(text);
    if (known !== undefined || names.size >= namesMax || looksForParts.test(text)) return known;
    const name = `patchbay_${names.size}`;
    names.set(text, name);
    return name;
  };
};

type Parse = (text: string) => unknown;
type Parsers = Readonly<Record<number, Parse>>;

const { BOOL, INT8, NUMERIC, TIMESTAMPTZ } = types.builtins;

/** Counts, sizes and their sums: all far below 2^53. */
const numbers: Parsers = { [INT8]: Number, [NUMERIC]: Number };

/** As the accounts library expects them: times as dates, flags as booleans. */
export const accountTypes = numbers;

/** As `tables.ts` says them: times as RFC 3339 text, flags as 0 or 1. */
export const tableTypes: Parsers = {
  ...numbers,
  [BOOL]: (text) => (text === 't' ? 1 : 0),
  [TIMESTAMPTZ]: (text) => new Date(text).toISOString(),
};

/** In the shape that the driver expects. */
export const parseTypes = (parsers: Parsers) => ({
  getTypeParser: (type: number, format?: 'text' | 'binary'): Parse =>
    parsers[type] ?? (types.getTypeParser(type, format) as Parse),
});
