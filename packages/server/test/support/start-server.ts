import assert from 'node:assert/strict';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { pino } from 'pino';
import { readConfig } from '../../src/config.ts';
import { expireVersions } from '../../src/packages/await-package.ts';
import { InProcessReader } from './in-process-reader.ts';
import { type Server, type ServerParts, createServer } from '../../src/server.ts';
import { cheapHasher } from './cheap-hasher.ts';
import { Client } from './client.ts';
import { Clock } from './clock.ts';
import type { Ending } from './ending.ts';
import { readNewestMail, secretIn } from './read-outbox.ts';
import { makeData } from './make-data.ts';

export interface TestServer {
  server: Server;
  clock: Clock;
  /** Where it listens, without a slash at its end. */
  url: string;
  /** A caller without a Bearer. */
  anonymous: Client;
  /** Signs up a user, with `<name>@example.org`, or hands out the one signed up before. */
  user(name: string): Promise<Client>;
  /** A user with the registry-wide role of a moderator. */
  moderator(): Promise<Client>;
  /**
   * Resolves when every job that is due has run, every package that came past the server was looked for, and every
   * version whose package is overdue was removed.
   */
  settle(): Promise<void>;
}

/** Every user signs up from an address of their own, since sign-ups are limited by address. */
let addresses = 0;

/** Where each server keeps its packages, unless its test says otherwise: on the disk as long as it is empty. */
export const testPackages = { url: () => '' };

/** Of every user that a test signs up. */
export const password = 'correct horse battery';
/** As many looks as a server makes in a few seconds. */
const looksMax = 20;
const moderatorEmail = 'moderator@example.org';

/**
 * A real server in this process with its own folder and database, on the engine of the suite. It is stopped at the end
 * of the test. A job that was due and did not run fails the test.
 */
export const startServer = async (
  test: Ending,
  environment: Record<string, string> = {},
  { hasher = cheapHasher, readers = new InProcessReader() }: Partial<ServerParts> = {},
): Promise<TestServer> => {
  const data = await makeData();
  const clock = new Clock();
  const config = readConfig({
    PORT: '0',
    ...data.environment,
    TRUST_PROXY: 'yes',
    RATE_LIMITS: 'off',
    // No test asks foreign name servers.
    EMAIL_DOMAIN_CHECK: 'off',
    ADMIN_EMAIL: moderatorEmail,
    ADMIN_PASSWORD: password,
    PACKAGES_URL: testPackages.url(),
    ...environment,
  });
  const server = await createServer(config, pino({ level: 'silent' }), clock.now, {
    readers,
    hasher,
  });
  await server.listen();
  // Not the address it gives out, which PUBLIC_URL may have elsewhere.
  const { port } = server.app.server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;
  const findDue = (dueBy: string) =>
    server.context.store.read
      .selectFrom('jobs')
      .select(['kind', 'subject', 'last_error'])
      .where('run_at', '<=', dueBy)
      .execute();
  const settle = async () => {
    await lookForPackages(server);
    await expireVersions(server.context);
    await server.webhooks.settle();
    const dueBy = clock.now().toISOString();
    await settleJobs(server);
    // A claim passes over a job that a transaction holds at that moment; the server looks again soon.
    for (let looks = 0; looks < looksMax && (await findDue(dueBy)).length > 0; looks += 1) {
      await wait(200);
      await settleJobs(server);
    }
  };
  test.after(async () => {
    // Taken before: a job that looks for a package comes due again every second.
    const dueBy = clock.now().toISOString();
    await settle();
    const due = await findDue(dueBy);
    await server.close();
    await data.remove();
    assert.deepEqual(due, [], 'jobs are left that should have run');
  });

  const anonymous = new Client(url);
  const users = new Map<string, Promise<Client>>();
  const enter = async (
    path: string,
    body: { email?: string; password: string; name?: string },
  ): Promise<Client> => {
    addresses += 1;
    const reply = await anonymous.post(path, body, {
      'x-forwarded-for': `10.0.${addresses >> 8}.${addresses & 255}`,
    });
    assert.equal(reply.status, 200, reply.text);
    return new Client(url, reply.json['token'] ?? (await finishSignUp(body)));
  };
  /** Where addresses must be verified, the account is made by the link in the message. */
  const finishSignUp = async (body: { email?: string }): Promise<string> => {
    const mail = await readNewestMail({ server, settle }, body.email ?? '');
    const token = mail && secretIn(mail);
    const reply = await anonymous.post('/auth/verify-email', { token, password });
    assert.equal(reply.status, 200, reply.text);
    return reply.json.token ?? '';
  };
  const remember = (name: string, make: () => Promise<Client>): Promise<Client> => {
    const known = users.get(name) ?? make();
    users.set(name, known);
    return known;
  };
  return {
    server,
    clock,
    url,
    anonymous,
    user: (name) =>
      remember(name, () => enter('/auth/sign-up/email', { name, email: `${name}@example.org`, password })),
    moderator: () =>
      remember('moderator', () => enter('/auth/sign-in/email', { email: moderatorEmail, password })),
    settle,
  };
};

const settleJobs = async ({ worker, courier }: Server): Promise<void> => {
  await Promise.all([worker.settle(), courier.settle()]);
};

const lookForPackages = async ({ context: { blobs, store } }: Server): Promise<void> => {
  if (blobs.findArrival === undefined) return;
  const waiting = await store.read
    .selectFrom('versions')
    .select('id')
    .where('status', '=', 'NodeVersionStatusPending')
    .where('stored_at', 'is', null)
    .execute();
  await store.write({ actor: 'server' }, async (tx) => {
    for (const { id } of waiting) {
      await tx.enqueue({ kind: 'receive-package', subject: id, runAt: tx.now });
    }
  });
};
