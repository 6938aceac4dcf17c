import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { openEngine } from '../../src/store/engines/open-engine.ts';
import { openArena, openField } from '../support/attacks/arena.ts';
import { attacks } from '../support/attacks/attacks.ts';
import { hostileRequests } from '../support/hostile/hostile-requests.ts';
import { measureKept } from '../support/attacks/measure-kept.ts';
import { runAttack } from '../support/attacks/run-attack.ts';
import { sized } from '../support/length.ts';
import { startServer } from '../support/start-server.ts';
import { suite } from '../support/variants.ts';

/** Few, and none of the most expensive ones: `hostile.test.ts` has those. */
const requestsMax = sized({ short: 4, long: 8 });
const connections = 4;
/** Of what keeps nothing: some pages of the database. */
const littleBytes = 2_000_000;

// Each attacker has addresses of its own, which the loopback of other systems does not have.
if (process.platform === 'linux') {
  suite('attacks', async () => {
    const server = await startServer({ after }, { RATE_LIMITS: 'on', TRUST_PROXY: 'no' });
    const { DATA_DIR, DATABASE_URL } = server.server.context.config;
    const engine = openEngine(DATABASE_URL, { connections: 1 });
    after(() => engine.close());
    const measure = () =>
      measureKept(DATA_DIR, DATABASE_URL, async (size) => (await size.execute(engine.migrator)).rows);
    const field = await openField(server.url, { nodes: 3, versions: 1 });

    for (const [index, [name, attack]] of Object.entries(attacks).entries()) {
      if (Object.hasOwn(hostileRequests, name)) continue;
      test(`${name}: answered, and little is kept`, async () => {
        const arena = await openArena(field, index, attack);
        const before = await measure();
        let requests = 0;
        const outcomes = await runAttack(attack, arena, {
          size: connections,
          goesOn: () => (requests += 1) <= requestsMax,
          over: Promise.resolve(),
        });
        for (const outcome of outcomes.keys()) {
          assert.match(outcome, /^(?:[1-4]\d\d|503|cut|held|ECONNRESET|EPIPE)$/, name);
        }
        const growth = (await measure()) - before;
        assert.ok(growth <= (attack.growthMax ?? littleBytes), `it grew by ${growth} bytes`);
        const read = await server.anonymous.get(`/nodes/${field.victim.nodeId}`);
        assert.equal(read.status, 200, read.text);
      });
    }
  });
}
