import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { errorCodes, errors } from '@patchbay/contract';

/** What clients were told to count on: these codes with these statuses. */
const promised = {
  400: ['invalid_request', 'invalid_version', 'invalid_id', 'id_mismatch'],
  401: ['unauthenticated', 'invalid_personal_access_token'],
  403: ['forbidden', 'forbidden_field', 'node_banned', 'publisher_banned', 'version_unavailable'],
  404: ['publisher_not_found', 'node_not_found', 'version_not_found', 'app_node_not_found', 'not_found'],
  409: ['version_exists', 'id_taken', 'illegal_transition', 'package_exists'],
  413: ['package_too_large'],
  422: ['invalid_package', 'package_mismatch'],
  429: ['rate_limited'],
  500: ['internal'],
  503: ['unavailable'],
};

suite('errors', () => {
  test('the promised codes have their statuses', () => {
    const statusOf: Readonly<Record<string, { status: number }>> = errors;
    for (const [status, codes] of Object.entries(promised)) {
      for (const code of codes) assert.equal(statusOf[code]?.status, Number(status), code);
    }
  });

  test('every code has its page in docs/errors, and every page its code', () => {
    const folder = join(import.meta.dirname, '..', '..', '..', 'docs', 'errors');
    const pages = readdirSync(folder).filter((name) => name !== 'README.md');
    assert.deepEqual(pages.sort(), errorCodes.map((code) => `${code}.md`).sort());
  });
});
