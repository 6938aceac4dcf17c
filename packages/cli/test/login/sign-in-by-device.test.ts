import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { type Fault, startFront } from '../../../client/test/start-front.ts';
import { minutes, seconds } from '../../../server/test/support/clock.ts';
import { type DeviceCodes, approve, waitAs } from '../../../server/test/support/device.ts';
import { startServer } from '../../../server/test/support/start-server.ts';
import { temporaryFolder } from '../../../server/test/support/temporary-folder.ts';
import { suite } from '../../../server/test/support/variants.ts';
import type { Context } from '../../src/context.ts';
import type { Prompts } from '../../src/prompts/prompts.ts';
import { approveLogin } from '../support/approve-login.ts';
import { openCli } from '../support/open-cli.ts';
import { runInPty } from '../support/run-in-pty.ts';
import { runProcess } from '../support/run-process.ts';

/** Whether a request of the client is to this path. */
const isTo = (input: Parameters<typeof fetch>[0], path: string): boolean =>
  typeof input === 'string' && input.endsWith(path);

suite('patchbay login, by a device code', async () => {
  const server = await startServer({ after });
  const { url } = server;
  const ada = await server.user('ada');
  const approveIt = (codes: DeviceCodes) => approve(server, codes, 'ada');

  /** Somebody who does one of these things in each pause of the program, knowing its codes. */
  const watching = (...acts: ((codes: DeviceCodes) => Promise<unknown> | undefined)[]) => {
    let codes: DeviceCodes = { device_code: '', user_code: '' };
    const pauses: number[] = [];
    const opened: string[] = [];
    const context: Partial<Context> = {
      fetch: async (input, init) => {
        const response = await fetch(input, init);
        if (isTo(input, '/auth/device/code')) codes = (await response.clone().json()) as DeviceCodes;
        return response;
      },
      pause: async (ms) => {
        pauses.push(ms);
        await acts.shift()?.(codes);
      },
      openBrowser: (address) => opened.push(address) > 0,
    };
    return { context, pauses, opened };
  };

  test('--json: an event with the code, then the account, which is signed in from then on', async (t) => {
    const cli = await openCli(t, { url });
    const { context, pauses } = watching(approveIt);
    const { code, events, result } = await cli.json(['login'], { context });
    assert.equal(code, 0);
    const [{ data }] = events;
    assert.match(data.user_code, /^[A-Z]{4}-[A-Z]{4}$/);
    assert.deepEqual([data.verification_uri, data.expires_in, pauses], [`${url}/device`, 600, [5_000]]);
    assert.equal(result.data.user.email, 'ada@example.org');
    assert.equal((await cli.json(['whoami'])).result.data.source, 'login');
    assert.equal((await cli.json(['logout'])).result.data.session, 'ended');
  });

  test('1: a session that cannot be saved does not stay at the registry', async (t) => {
    const cli = await openCli(t, { url });
    await writeFile(join(cli.home, '.config'), '');
    const count = async () => (await ada.get('/users/sessions')).json.sessions.length;
    const before = await count();
    const { code, result } = await cli.json(['login'], { context: watching(approveIt).context });
    assert.deepEqual([code, result.error.code], [1, 'file_error']);
    assert.equal(await count(), before);
  });

  test('in a terminal: shows address and code, and opens the page if the answer is yes', async (t) => {
    for (const answer of [true, false]) {
      const cli = await openCli(t, { url });
      const { context, opened } = watching(approveIt);
      const answers = [['in the browser', answer]] as const;
      const { code, stdout, stderr } = await cli.inTerminal(['login'], { context, answers });
      assert.equal(code, 0, stderr);
      assert.match(stderr, new RegExp(`Open ${url}/device and enter the code [A-Z]{4}-[A-Z]{4}`));
      assert.match(stderr, /Waiting for somebody to approve it …/);
      assert.match(stdout, /Signed in.*ada@example\.org/s);
      assert.deepEqual(opened, answer ? [`${url}/device`] : []);
    }
  });

  test('in a terminal: an approval ends the sign-in while the question is still open', async (t) => {
    const cli = await openCli(t, { url });
    const { context, opened } = watching(approveIt);
    let isEnded = false;
    const open: Prompts = {
      text: () => assert.fail('nothing is to be typed'),
      secret: () => assert.fail('nothing is to be typed'),
      select: () => assert.fail('nothing is to be chosen'),
      confirm: (_message, { initial, signal } = {}) => {
        assert.equal(initial, true, 'Enter means yes');
        return new Promise((resolve) => {
          signal?.addEventListener('abort', () => {
            isEnded = true;
            resolve(false);
          });
        });
      },
    };
    const { code, stdout } = await cli.inTerminal(['login'], {
      context: { ...context, prompts: async () => open },
    });
    assert.deepEqual([code, isEnded, opened], [0, true, []]);
    assert.match(stdout, /Signed in/);
  });

  test('polls at the interval, and slower when the registry asks for it', async (t) => {
    const cli = await openCli(t, { url });
    const { context, pauses } = watching(
      () => undefined,
      () => undefined,
      async (codes) => {
        await approveIt(codes);
        await waitAs(server, codes, seconds(10));
      },
    );
    assert.equal((await cli.run(['login'], { context })).code, 0);
    assert.deepEqual(pauses, [5_000, 5_000, 10_000]);
  });

  test('3: denied, or expired', async (t) => {
    const cli = await openCli(t, { url });
    const deny = ({ user_code }: DeviceCodes) => server.anonymous.post('/device/deny', { user_code });
    const expire = (codes: DeviceCodes) => waitAs(server, codes, minutes(10));
    for (const [act, wanted] of [
      [deny, 'access_denied'],
      [expire, 'expired_token'],
    ] as const) {
      const { code, result } = await cli.json(['login'], { context: watching(act).context });
      assert.deepEqual([code, result.error.code], [3, wanted]);
      assert.match(result.error.next, /patchbay login/);
    }
    assert.equal((await cli.json(['whoami'])).result.error.code, 'not_signed_in');
  });

  test('a registry that is away for a moment is asked again, until the code expires', async (t) => {
    const cli = await openCli(t, { url });
    const { context, pauses } = watching(approveIt);
    let [time, polls] = [0, 0];
    const failing =
      (count: number): typeof fetch =>
      async (input, init) => {
        if (isTo(input, '/auth/device/token') && (polls += 1) <= count) throw new TypeError('away');
        return (context.fetch ?? fetch)(input, init);
      };
    const now = () => new Date(time);
    const pause = async (ms: number) => {
      time += ms;
      await context.pause?.(ms);
    };
    const back = await cli.run(['login'], { context: { ...context, now, pause, fetch: failing(2) } });
    assert.deepEqual([back.code, pauses], [0, [5_000, 10_000, 20_000]]);
    const gone = await cli.json(['login'], { context: { ...context, now, pause, fetch: failing(Infinity) } });
    assert.deepEqual([gone.code, gone.result.error.code], [3, 'expired_token']);
    assert.ok(pauses.length < 15, 'it waits longer each time');
  });

  for (const times of [
    { expires_in: 1e12, interval: -5 },
    { expires_in: 'long', interval: 'never' },
    { expires_in: 1e12, interval: 1e12 },
  ])
    test(`a hostile registry opens no file, and has it neither poll without end nor wait: ${JSON.stringify(times)}`, async (t) => {
      const cli = await openCli(t, { url });
      const { context, opened } = watching();
      let time = 0;
      const codes = { device_code: 'x', user_code: '\u001b[31mX', verification_uri: 'file:///etc/passwd' };
      const { code, stderr } = await cli.inTerminal(['login'], {
        context: {
          ...context,
          now: () => new Date(time),
          pause: async (ms) => {
            assert.ok(ms >= seconds(1), String(ms));
            time += ms;
          },
          fetch: async (input) =>
            isTo(input, '/auth/device/code')
              ? Response.json({ ...codes, ...times })
              : Response.json({ error: 'authorization_pending', message: '' }, { status: 400 }),
        },
      });
      assert.deepEqual([code, opened], [3, []]);
      assert.ok(time >= seconds(1) && time < seconds(1_900), String(time));
      assert.ok(!stderr.includes('\u001b[31m'));
    });

  test('the real command, in a terminal and without one', async (t) => {
    const approved = approveLogin(server, 'ada');
    const faults: Fault[] = [];
    const front = await startFront(t, url, faults);
    const home = await temporaryFolder(t);
    const options = { cwd: home, env: { HOME: home, PATCHBAY_URL: front.url } };
    faults.push(approved);
    const { code, stdout, stderr } = await runProcess(['login', '--json'], options);
    assert.equal(code, 0, stdout + stderr);
    assert.deepEqual(
      stdout
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line).type),
      ['code', 'result'],
    );
    faults.push(approved);
    const screen = await runInPty(['login'], options, [['in the browser', 'n']]);
    assert.equal(screen.code, 0, screen.text);
    assert.match(screen.text, /enter the code [A-Z]{4}-[A-Z]{4}[^]*Signed in[^]*ada@example\.org/);
  });
});
