import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { faults } from '../support/history/faults.ts';
import { runFaultAlone } from '../support/history/run-fault-alone.ts';

const size = { publishers: 8, readers: 8, requestsEach: 200 };

suite('faults under load', () => {
  for (const fault of faults) {
    test(`${fault.name}: 503 or success, nothing acknowledged is lost, and all is well again`, async (t) => {
      const { violations, ...figures } = await runFaultAlone(fault, size);
      t.diagnostic(JSON.stringify(figures));
      assert.deepEqual(violations, []);
      assert.ok(Object.keys(figures.failed).length > 0, 'nobody noticed the fault');
      assert.ok(Number.isFinite(figures.recoveryMs), 'all was never well again');
    });
  }
});
