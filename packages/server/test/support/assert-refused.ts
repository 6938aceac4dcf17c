import assert from 'node:assert/strict';
import { type ErrorCode, errors } from '@patchbay/contract';
import type { Reply } from './client.ts';

/** The answer is this error, with the status of the table and in the one shape of errors. */
export const assertRefused = (reply: Reply, code: ErrorCode, why = reply.text): void => {
  assert.deepEqual([reply.status, reply.json.error], [errors[code].status, code], why);
  assert.ok(reply.json.message.length > 0, 'an error says what to do');
  assert.equal(reply.json.request_id, reply.headers.get('x-request-id'));
};
