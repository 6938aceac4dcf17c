import assert from 'node:assert/strict';
import { setTimeout as wait } from 'node:timers/promises';
import { test } from 'node:test';
import { Client } from '../support/client.ts';
import { chanceFrom } from '../support/history/chance.ts';
import { sized } from '../support/length.ts';
import { temporaryData } from '../support/make-data.ts';
import { makeDue } from '../support/make-due.ts';
import { openReceiver } from '../support/open-receiver.ts';
import { type ServerProcess, startServerProcess } from '../support/server-process.ts';
import { until } from '../support/until.ts';
import { suite } from '../support/variants.ts';

const kills = sized({ short: 3, long: 40 });
const nodeIds = sized({ short: ['One', 'Two'], long: ['One', 'Two', 'Three', 'Four', 'Five'] });
/** A life ends after this if no attempt is made in which it could be killed. */
const lifeMsMax = 5_000;
const account = { ADMIN_EMAIL: 'ada@example.org', ADMIN_PASSWORD: 'correct horse battery' };

suite('a sender of webhooks that is killed', () => {
  test('has every event delivered, in order for each node, to a receiver that fails half the time', async (t) => {
    const seed = Date.now();
    t.diagnostic(`seed ${seed}`);
    const chance = chanceFrom(seed);
    let server: ServerProcess | undefined;
    t.after(async () => void (await server?.end('SIGKILL')));
    const receiver = await openReceiver(t);
    const data = await temporaryData(t);
    let [lives, killed, rounds] = [0, 0, 0];
    const start = async (): Promise<ServerProcess> => {
      if (lives > 0) await makeDue(data);
      lives += 1;
      server = await startServerProcess({ ...data, ...account, OUTBOUND_PRIVATE: 'yes' });
      return server;
    };

    /** The events of each node that the receiver took, by their place among those of the node. */
    const taken = new Map(nodeIds.map((id) => [id, new Set<number>()]));
    const tooEarly: string[] = [];
    let killAt = Infinity;
    let written = Promise.resolve();
    const isInKills = (): boolean => killed < kills;
    receiver.react = async (response, { body }, number) => {
      const { type, data } = JSON.parse(body);
      const place = type === 'node.created' ? 0 : Number(data.after.description);
      const ofNode = taken.get(data.node_id);
      assert.ok(ofNode);
      for (let earlier = 0; earlier < place; earlier += 1)
        if (!ofNode.has(earlier)) tooEarly.push(`${data.node_id} ${place} came before ${earlier}`);
      const answer = (): void => {
        const isTaken = !isInKills() || chance.below(2) === 0;
        if (isTaken) ofNode.add(place);
        response.writeHead(isTaken ? 204 : 500).end();
      };
      if (number < killAt) return answer();
      killAt = Infinity;
      await written;
      // Before it is answered, or before or after it has noted the answer.
      const isAnswered = chance.below(2) === 0;
      if (isAnswered) answer();
      const sender = server;
      setTimeout(() => sender?.process.kill('SIGKILL'), isAnswered ? chance.below(10) : 0);
      killed += 1;
    };

    const first = await start();
    const bearer = await signIn(first.url);
    const call = (method: string, path: string, body?: object) =>
      new Client(server?.url ?? '', bearer).send(method, path, body);
    assert.equal((await call('POST', '/publishers', { id: 'ada' })).status, 201);
    const events = ['node.created', 'node.updated'];
    const made = await call('POST', '/publishers/ada/webhooks', { url: receiver.url, events });
    assert.equal(made.status, 201, made.text);
    for (const id of nodeIds) assert.equal((await call('POST', '/publishers/ada/nodes', { id })).status, 201);
    const update = async (): Promise<void> => {
      rounds += 1;
      for (const id of nodeIds) {
        const reply = await call('PUT', `/publishers/ada/nodes/${id}`, { description: String(rounds) });
        assert.equal(reply.status, 200, reply.text);
      }
    };
    await update();
    await first.end('SIGKILL');
    while (isInKills()) {
      // Before the life begins: it attempts at once what is due, and each node that failed then waits for longer than it lives.
      killAt = receiver.received.length + chance.below(nodeIds.length);
      const writing = Promise.withResolvers<void>();
      written = writing.promise;
      const life = await start();
      await update();
      writing.resolve();
      await Promise.race([life.ended, wait(lifeMsMax)]);
      killAt = Infinity;
      await life.end('SIGKILL');
    }
    const last = await start();
    await until(() => [...taken.values()].every(({ size }) => size === rounds + 1));
    assert.deepEqual(tooEarly, []);
    t.diagnostic(
      `${killed} kills in ${lives} lives, ${receiver.received.length} attempts of ${nodeIds.length * (rounds + 1)} events`,
    );
    const waiting = `/webhooks/${made.json.id}/deliveries?status=waiting`;
    await until(async () => (await call('GET', waiting)).json.total === 0);
    assert.equal((await last.end('SIGTERM')).code, 0);
  });
});

const signIn = async (url: string): Promise<string> => {
  const { ADMIN_EMAIL: email, ADMIN_PASSWORD: password } = account;
  return (await new Client(url).post('/auth/sign-in/email', { email, password })).json.token;
};
