// Generated from the contract by `npm run generate`. Do not edit.
import type { Client } from '../client.ts';
import { request } from '../request.ts';
import type { RequestOptions } from '../send.ts';

export interface GetHealthArgs {}

export interface GetHealthReply {
  readonly status: 'ok';
}

/** Whether the process is alive: `GET /health`. */
export const getHealth = (
  client: Client,
  args: GetHealthArgs = {},
  options?: RequestOptions,
): Promise<GetHealthReply> => request(client, 'GET', '/health', args, options);

export interface GetReadinessArgs {}

export interface GetReadinessReply {
  readonly status: 'ready';
}

/** Whether the database and the package store answer: `GET /ready`. */
export const getReadiness = (
  client: Client,
  args: GetReadinessArgs = {},
  options?: RequestOptions,
): Promise<GetReadinessReply> => request(client, 'GET', '/ready', args, options);

export interface GetMetricsArgs {}

/** What the server counts, for Prometheus; an operator may ask for a Bearer: `GET /metrics`. */
export const getMetrics = (
  client: Client,
  args: GetMetricsArgs = {},
  options?: RequestOptions,
): Promise<string> => request(client, 'GET', '/metrics', args, options);

export interface GetTransitionsArgs {}

/** The table of all moves between states: `GET /transitions`. */
export const getTransitions = (
  client: Client,
  args: GetTransitionsArgs = {},
  options?: RequestOptions,
): Promise<
  readonly {
    readonly resource: string;
    readonly field: string;
    readonly from: string;
    readonly to: string;
    readonly by: readonly ('publisher' | 'moderator' | 'server')[];
    readonly when: string;
  }[]
> => request(client, 'GET', '/transitions', args, options);

export interface GetOpenapiArgs {}

export interface GetOpenapiReply {
  readonly openapi: string;
}

/** This interface as an OpenAPI 3.1 document: `GET /openapi.json`. */
export const getOpenapi = (
  client: Client,
  args: GetOpenapiArgs = {},
  options?: RequestOptions,
): Promise<GetOpenapiReply> => request(client, 'GET', '/openapi.json', args, options);

export interface GetInterfaceArgs {}

export interface GetInterfaceReply {
  readonly openapi: string;
}

/** The same document as /openapi.json: `GET /openapi`. */
export const getInterface = (
  client: Client,
  args: GetInterfaceArgs = {},
  options?: RequestOptions,
): Promise<GetInterfaceReply> => request(client, 'GET', '/openapi', args, options);

export interface GetDocsArgs {}

/** This interface as a page to read and try: `GET /docs`. */
export const getDocs = (client: Client, args: GetDocsArgs = {}, options?: RequestOptions): Promise<string> =>
  request(client, 'GET', '/docs', args, options);
