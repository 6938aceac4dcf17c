import type { Endpoint } from './endpoint.ts';

export const idempotencyKeyHeader = 'Idempotency-Key';

/**
 * Whether a request to the endpoint may have an Idempotency-Key: every POST by a known caller that changes something.
 * Those of accounts begin or end the session that says who calls, so a second attempt would be by somebody else.
 */
export const takesIdempotencyKey = ({ method, auth, tag, isDryRun = false }: Endpoint): boolean =>
  method === 'POST' && auth === 'bearer' && tag !== 'accounts' && !isDryRun;
