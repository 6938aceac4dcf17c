import type { Readable } from 'node:stream';
import type { Body, Endpoint, EndpointName, Endpoints, Params, Query } from '@patchbay/contract';
import type { Caller } from '../accounts/identify.ts';
import type { Context } from '../context.ts';
import type { Actor } from '../authorization/rights.ts';
import type { Answer } from './answers.ts';

interface Request<E extends Endpoint> extends Caller {
  /** The address of the client. */
  ip: string;
  /** Its User-Agent. */
  agent: string | undefined;
  params: Params<E>;
  query: Query<E>;
  /** Those that it says it reads. */
  headers: E extends { sentHeaders: infer Sent } ? Readonly<Partial<Record<keyof Sent, string>>> : unknown;
  body: E extends { body: 'application/zip' }
    ? Readable
    : E extends { isRawJson: true }
      ? string | undefined
      : Body<E>;
  /** Aborts once the client of a request that waits has gone. */
  gone: E extends { waits: true } ? AbortSignal | undefined : undefined;
  /** The package that came with the body, if one did. */
  package: E extends { takesPackage: true } ? Readable | undefined : undefined;
}

/** One validated request to an endpoint. Only a read has its actor from the start. */
export type Call<E extends Endpoint> = Request<E> &
  (E extends { method: 'GET' } ? { actor: Actor } : unknown);

/** The code behind an endpoint. */
export type Operation<E extends Endpoint> = (context: Context, call: Call<E>) => Promise<Answer<E>>;

/** The operations of all areas. */
export type OperationTable = { readonly [Name in EndpointName]: Operation<Endpoints[Name]> };
