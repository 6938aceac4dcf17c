import assert from 'node:assert/strict';
import { after, suite, test } from 'node:test';
import { makePublisher, publishActive } from '../../server/test/support/build.ts';
import { startServer } from '../../server/test/support/start-server.ts';
import { commands } from '../src/commands/index.ts';
import type { Context } from '../src/context.ts';
import type { Prompts } from '../src/prompts/prompts.ts';
import { makeProject } from './support/make-project.ts';
import { openCli } from './support/open-cli.ts';
import { walkCommands } from './support/walk-commands.ts';

/** Rewrites the screen in three ways, turns the direction of text, and begins a line of its own in three ways. */
const hostile = '\u001b[2J\u009b2J\b\u007f\u202e\u2066\u061c\tx\rFORGED\nFORGED\r\nFORGED\u2028FORGED';
const obeyed =
  // oxlint-disable-next-line no-control-regex -- they are what must not be there
  /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/;
/** What the program itself clears a passing line with. */
const ownSequence = '\r\u001b[K';

/** What a command is called with, where it asks the registry for something or shows what it says. */
const argsOf: Readonly<Record<string, readonly string[]>> = {
  login: [],
  logout: [],
  whoami: [],
  init: ['project', '--name', hostile],
  version: ['--folder', 'project'],
  pack: ['project', '--list'],
  check: ['project', '--remote'],
  publish: ['project', '--publisher', 'ada'],
  diff: ['blurs', '1.0.0', '1.1.0'],
  search: ['blurs'],
  show: ['blurs'],
  versions: ['blurs', '--all'],
  install: ['blurs', 'others', '--into', 'new'],
  list: ['--into', 'nodes'],
  info: ['--into', 'nodes', 'blurs'],
  outdated: ['--into', 'nodes'],
  update: ['--into', 'nodes'],
  verify: ['--into', 'nodes'],
  audit: ['--into', 'nodes'],
  sbom: ['--into', 'nodes'],
  remove: ['--into', 'nodes', 'blurs'],
  resolve: ['project/workflow.json', '--install'],
  deprecate: ['blurs@1.0.0', '--message', hostile],
  delete: ['blurs@1.0.0'],
  restore: ['blurs'],
  rename: ['blurs', 'clear'],
  open: ['blurs'],
  report: ['blurs', '--reason', 'malicious', '--text', hostile],
  reports: [],
  'publisher create': ['grace'],
  'publisher list': [],
  'publisher show': ['ada'],
  'publisher history': ['--publisher', 'ada'],
  'token create': [],
  'token list': [],
  'token revoke': ['1'],
  'trust add': ['octo/repo', '--publisher', 'ada'],
  'trust list': ['--publisher', 'ada'],
  'trust check': ['project'],
  'trust only': ['blurs'],
  'trust remove': ['a'],
  'sessions list': [],
  'sessions end': ['a'],
  'members list': [],
  'members invite': ['grace@example.org'],
  'members role': ['owner-of-ada@example.org', '--role', 'owner'],
  'members remove': ['owner-of-ada@example.org'],
  'invitations list': ['--sent'],
  'invitations accept': ['ada'],
  'invitations decline': ['ada'],
  'invitations revoke': ['invited@example.org'],
  'account audit': [],
  'account export': [],
  'account delete': [],
  'proposals list': [],
  'proposals approve': ['a'],
  'proposals reject': ['a', '--reason', hostile],
  'webhook list': ['--publisher', 'ada'],
  'webhook add': ['https://example.org/hook', '--publisher', 'ada'],
  'webhook update': ['a', '--description', hostile],
  'webhook rotate': ['a'],
  'webhook test': ['a'],
  'webhook deliveries': ['a'],
  'webhook replay': ['a', 'b'],
  'webhook remove': ['a'],
  completions: [],
  schema: ['show'],
};

/** Commands that ask no registry for anything, with these arguments. */
const asksNothing =
  'logout,init,version,pack,list,info,verify,remove,open,trust check,completions,schema'.split(',');

const poison = (value: unknown): unknown => {
  if (typeof value === 'string') return /^https?:|^NodeVersionStatus/.test(value) ? value : value + hostile;
  if (Array.isArray(value)) return value.map(poison);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, poison(one)]));
};

/** What any change is answered with: a member of many resources at once. */
const everything = {
  id: 'a',
  name: 'a',
  email: 'a',
  publisher_id: 'a',
  about: 'a',
  expires_at: 'a',
  token: 'a',
  role: 'owner',
  status: 'NodeVersionStatusActive',
  node_id: 'a',
  version: 'a',
  user: { id: 'a', name: 'a', email: 'a' },
  members: [{ role: 'owner', user: { name: 'a' } }],
  createdAt: 'a',
  description: 'a',
  user_code: 'a',
  device_code: 'a',
  verification_uri: 'a',
  access_token: 'a',
  expires_in: 1,
  interval: 1,
  node_version: { version: 'a' },
  node_versions: [],
  names: [{ name: 'Blur', node: { id: 'a', version: 'a' }, reason: 'only', candidates: ['a'] }],
  wouldPublish: false,
  nodes: [{ node: { id: 'a' }, version: 'a', names: [] }],
  missing: [{ id: 'a', names: ['a'] }],
  unknown: ['a'],
  ambiguous: [],
  faults: [{ message: 'a', details: [{ path: 'a', message: 'a' }] }],
};
const refusal = {
  error: 'forbidden',
  message: 'a',
  details: [{ path: 'a', message: 'a' }, null, 'a', { path: 1 }],
  request_id: 'a',
};
const stranger = { error: 'constructor', message: { a: 1 }, details: 'a', request_id: { a: 1 } };

/** Somebody who agrees to everything. */
const agreeing = (asked: string[]): Prompts => ({
  text: async (message) => String(asked.push(message)),
  secret: async (message) => String(asked.push(message)),
  confirm: async (message) => asked.push(message) > 0,
  async select(message, [first, ...rest]) {
    asked.push(message, ...[first, ...rest].map((option) => option?.label ?? ''));
    assert.ok(first);
    return first.value;
  },
});

suite('text of a registry that is not to be trusted', async () => {
  const server = await startServer({ after });
  const ada = await makePublisher(server, 'ada');
  await makePublisher(server, 'others');
  for (const version of ['1.0.0', '1.1.0']) await publishActive(server, ada, 'blurs', version);
  await publishActive(server, ada, 'others', '1.0.0');
  await ada.owner.post('/publishers/ada/members', { email: 'invited@example.org', role: 'member' });
  const cli = await openCli({ after }, { url: server.url, token: ada.owner.bearer });
  await makeProject(cli.cwd, {
    nodeId: 'project',
    publisherId: 'ada',
    files: { 'workflow.json': '{"nodes":[{"type":"Blur"}]}' },
  });
  await cli.run(['install', 'blurs', '--into', 'nodes']);

  /** A registry that answers reads as ours with poison in every text, and changes as `changed`. */
  const poisoned =
    (changed: () => Response): typeof fetch =>
    async (input, init) => {
      if ((init?.method ?? 'GET') !== 'GET') return changed();
      const response = await fetch(input, init);
      if (!response.headers.get('content-type')?.includes('json')) return response;
      return Response.json(poison(await response.json()), { status: response.status });
    };
  const answers = {
    'what was asked for': () => Response.json(poison(everything), { status: 200 }),
    'an error': () => Response.json(poison(refusal), { status: 403 }),
    'an error that is none': () => Response.json(stranger, { status: 418 }),
  };

  test('every command is looked at', () => {
    assert.deepEqual(
      Object.keys(argsOf),
      walkCommands(commands).map(([path]) => path.join(' ')),
    );
  });

  for (const [name, changed] of Object.entries(answers)) {
    test(`moves no cursor and forges no line, where a change is answered with ${name}`, async () => {
      let now = 0;
      for (const [command, args] of Object.entries(argsOf)) {
        const asked: string[] = [];
        const context = {
          fetch: poisoned(changed),
          prompts: async () => agreeing(asked),
          now: () => new Date(now),
          pause: async (ms: number) => void (now += ms),
        };
        const argv = [...command.split(' '), ...args];
        const { stdout, stderr } = await cli.inTerminal(argv, { context });
        const shown = [stdout, stderr.replaceAll(ownSequence, '\n'), ...asked];
        for (const text of shown) {
          assert.doesNotMatch(text, obeyed, command);
          assert.doesNotMatch(text, /^FORGED/m, command);
        }
        assert.doesNotMatch(stderr, /This is a bug.*|TypeError/, `${command}: ${stderr}`);
        const json = await cli.run([...argv, '--json'], { context });
        assert.doesNotMatch(json.stdout.replaceAll('\n', ''), obeyed, command);
        assert.equal(json.stderr, '', command);
      }
    });
  }

  const pages = {
    'a page': () => new Response('<h1>Welcome</h1>', { headers: { 'content-type': 'text/html' } }),
    'JSON that says nothing': () => Response.json(null),
  };
  for (const [name, page] of Object.entries(pages)) {
    test(`no command takes ${name} for what a registry answers`, async () => {
      await cli.run(['install', 'blurs', '--into', 'nodes']);
      const taken: string[] = [];
      const silent: string[] = [];
      for (const [command, args] of Object.entries(argsOf)) {
        let requests = 0;
        const context: Partial<Context> = {
          fetch: async () => {
            requests += 1;
            return page();
          },
          prompts: async () => agreeing([]),
        };
        const { code, stdout, stderr } = await cli.inTerminal([...command.split(' '), ...args], { context });
        if (requests > 0 && (code !== 6 || !stderr.includes('Check the address')))
          taken.push(`${command}: ${code} ${stdout}${stderr}`);
        if (requests === 0) silent.push(command);
      }
      assert.deepEqual(taken, []);
      assert.deepEqual(silent, asksNothing);
    });
  }
});
