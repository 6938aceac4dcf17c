import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { type Findings, examine, repair } from '../../src/doctor/examine.ts';
import { checks } from '../../src/doctor/index.ts';
import { fillRegistry } from '../commands/migrate-storage/fill-registry.ts';
import { startServer } from '../support/start-server.ts';
import { currentVariant, suiteOnBoth } from '../support/variants.ts';
import { faults } from './faults.ts';
import type { Patient } from './seeded-fault.ts';

suiteOnBoth('doctor', async () => {
  const server = await startServer({ after });
  const patient: Patient = { ...server, packages: join(server.server.context.config.DATA_DIR, 'packages') };
  // Downloads are counted by day, and midnight may come.
  server.clock.stop();
  await fillRegistry(server);
  const registry = () => {
    const { store, blobs, now } = patient.server.context;
    return { engine: store.engine, blobs, now, pause: async () => {}, isQuick: false };
  };
  const look = () => examine(registry(), checks);
  const namesIn = (found: Findings[]): string[] =>
    found.flatMap(({ check, faults }) => faults.map(({ subject }) => `${check.name} ${subject}`));
  const repairAll = async (found: Findings[]): Promise<void> => {
    const { store, blobs } = patient.server.context;
    await repair({ store, blobs }, found);
    await patient.settle();
  };

  test('a registry with rows of every kind has no fault', async () => {
    assert.deepEqual(namesIn(await look()), []);
  });

  const { engine } = currentVariant();
  const possible = faults.filter((fault) => fault.engine === undefined || fault.engine === engine);
  for (const { what, breakIt, check, also, subject, isRepairable } of possible) {
    test(`${what}: found${isRepairable ? ' and repaired' : ''}`, async () => {
      const undo = await breakIt(patient);
      const findings = await look();
      try {
        const found = namesIn(findings);
        assert.ok(
          found.some((one) => one.startsWith(`${check} `)),
          'nothing was found',
        );
        const others = found.filter((one) => {
          const [name = '', ...rest] = one.split(' ');
          return ![check, also].includes(name) || !subject.test(rest.join(' '));
        });
        assert.deepEqual(others, []);
        if (!isRepairable) {
          await repairAll(findings);
          assert.deepEqual(namesIn(await look()), found, 'a repair changed what it must not');
        }
      } finally {
        if (isRepairable) await repairAll(findings);
        await undo?.();
      }
      assert.deepEqual(namesIn(await look()), []);
    });
  }
});
