import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { examine, repair } from '../../src/doctor/examine.ts';
import { checks } from '../../src/doctor/index.ts';
import { fillRegistry } from '../commands/migrate-storage/fill-registry.ts';
import { startServer } from '../support/start-server.ts';
import { currentVariant, suiteOnBoth } from '../support/variants.ts';
import { type Patient, faults } from './faults.ts';

suiteOnBoth('doctor', async () => {
  const server = await startServer({ after });
  const patient: Patient = { ...server, packages: join(server.server.context.config.DATA_DIR, 'packages') };
  // Downloads are counted by day, and midnight may come.
  server.clock.stop();
  await fillRegistry(server);
  const look = async (): Promise<string[]> => {
    const { store, blobs, now } = patient.server.context;
    const registry = { engine: store.engine, blobs, now, pause: async () => {}, isQuick: false };
    const found = await examine(registry, checks);
    return found.flatMap(({ check, faults }) => faults.map(({ subject }) => `${check.name} ${subject}`));
  };
  const repairAll = async (): Promise<void> => {
    const { store, blobs, now } = patient.server.context;
    const registry = { engine: store.engine, blobs, now, pause: async () => {}, isQuick: false };
    await repair({ store, blobs }, await examine(registry, checks));
    await patient.settle();
  };

  test('a registry with rows of every kind has no fault', async () => {
    assert.deepEqual(await look(), []);
  });

  const { engine } = currentVariant();
  const possible = faults.filter((fault) => fault.engine === undefined || fault.engine === engine);
  for (const { what, breakIt, check, also, subject, isRepairable } of possible) {
    test(`${what}: found${isRepairable ? ' and repaired' : ''}`, async () => {
      const undo = await breakIt(patient);
      try {
        const found = await look();
        assert.ok(
          found.some((one) => one.startsWith(`${check} `)),
          'nothing was found',
        );
        const others = found.filter((one) => {
          const [name = '', ...rest] = one.split(' ');
          return ![check, also].includes(name) || !subject.test(rest.join(' '));
        });
        assert.deepEqual(others, []);
        if (!isRepairable)
          assert.deepEqual((await repairAll(), await look()), found, 'a repair changed what it must not');
      } finally {
        if (isRepairable) await repairAll();
        await undo?.();
      }
      assert.deepEqual(await look(), []);
    });
  }
});
