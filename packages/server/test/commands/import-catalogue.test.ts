import assert from 'node:assert/strict';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { suite as plainSuite, test } from 'node:test';
import {
  createClient,
  createPublisher,
  createToken,
  publishVersion,
  updateNode,
  uploadPackage,
} from '@patchbay/client';
import { generatePackage } from '../../src/commands/import/generate-package.ts';
import { Client } from '../support/client.ts';
import { days } from '../support/clock.ts';
import { temporaryData } from '../support/make-data.ts';
import { runCommandHere } from '../support/run-command-here.ts';
import { runCommand, startCommand } from '../support/run-command.ts';
import { startServer } from '../support/start-server.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { until } from '../support/until.ts';
import { currentVariant, suite } from '../support/variants.ts';

const moderator = { ADMIN_EMAIL: 'ada@example.org', ADMIN_PASSWORD: 'correct horse battery' };

/** Forty nodes of seven publishers, with what occurs in real catalogues. */
const entries = Array.from({ length: 40 }, (_, index) => ({
  id: `Node-${index}`,
  name: `Node № ${index} 🧩`,
  publisher: index % 7 === 0 ? `${index % 7}digits` : `publisher-${index % 7}`,
  author: index % 3 === 0 ? '' : 'Ada',
  description: `It says "${index}" in\ntwo lines.`,
  repository: `https://example.org/${index}`,
  tags: index % 2 === 0 ? ['image', 'video'] : [],
  github_stars: index * 100,
  last_update: null,
  app_node_names: Array.from({ length: index % 5 }, (__, place) => `Blur "${place}" // ${index} 🌀`),
}));

const write = (some: readonly object[]): string => some.map((entry) => JSON.stringify(entry)).join('\n');
const assertImported = async (url: string): Promise<void> => {
  const client = new Client(url);
  const bulk = await client.post('/bulk/nodes/versions', {
    node_versions: entries.map(({ id }) => ({ node_id: id, version: '1.0.0' })),
  });
  for (const [index, item] of bulk.json.node_versions.entries()) {
    assert.equal(item.status, 'success', JSON.stringify(item));
    assert.equal(item.node_version.node_id, entries[index]?.id);
  }
  for (const entry of entries) {
    const { json: node } = await client.get(`/nodes/${entry.id}`);
    for (const key of ['id', 'name', 'description', 'repository'] as const) {
      assert.deepEqual(node[key], entry[key]);
    }
    assert.deepEqual(node.tags ?? [], entry.tags);
    assert.equal(node.author ?? '', entry.author);
    assert.equal(node.github_stars ?? 0, entry.github_stars);
    assert.equal(node.publisher.name, entry.publisher);
    const { json: list } = await client.get(`/nodes/${entry.id}/versions/1.0.0/app-nodes`);
    assert.deepEqual(
      list.app_nodes.map(({ app_node_name }) => app_node_name),
      entry.app_node_names,
    );
  }
};

/** Runs `read` on a server with the data of the test, which ends before the data is removed. */
const onServer = async (
  environment: Record<string, string>,
  read: (url: string) => Promise<void>,
): Promise<void> => {
  const ends: (() => Promise<void>)[] = [];
  const { url } = await startServer(
    { after: (end: () => Promise<void>) => void ends.push(end) },
    environment,
  );
  try {
    await read(url);
  } finally {
    for (const end of ends) await end();
  }
};

suite('npm run import', () => {
  test('fills the data folder, and a second run finds all of it there', async (t) => {
    const folder = await temporaryFolder(t);
    const file = join(folder, 'catalogue.jsonl');
    await writeFile(file, write(entries));
    const environment = { ...moderator, ...(await temporaryData(t)) };
    const first = await runCommandHere(['import', file], environment);
    assert.equal(
      first.stdout,
      'Published 40 nodes with 80 app-nodes; 0 there already, 0 failed; 7 publishers.\n',
      first.stderr,
    );
    assert.equal(first.code, 0);
    const again = await runCommandHere(['import', file], environment);
    assert.equal(
      again.stdout,
      'Published 0 nodes with 0 app-nodes; 40 there already, 0 failed; 7 publishers.\n',
      again.stderr,
    );
    await onServer(environment, assertImported);
  });

  test('fills a running registry, and leaves no token behind', async (t) => {
    const folder = await temporaryFolder(t);
    const file = join(folder, 'catalogue.jsonl');
    await writeFile(file, `${write(entries)}\n`);
    const server = await startServer(t, { ...moderator, RATE_LIMITS: 'on' });
    const environment = { ...moderator, HOST_PROFILE: currentVariant().profile.name };
    const result = await runCommand('import', [file, '--url', `${server.url}/`], environment);
    assert.equal(result.code, 0, result.stderr);
    // The command ends when all is published; what the server has still to read, it reads after.
    await server.settle();
    await assertImported(server.url);
    const session = await new Client(server.url).post('/auth/sign-in/email', {
      email: moderator.ADMIN_EMAIL,
      password: moderator.ADMIN_PASSWORD,
    });
    const ada = new Client(server.url, session.json.token);
    assert.deepEqual((await ada.get('/publishers/publisher-1/tokens')).json, []);
  });

  test('what one that is killed leaves of its tokens ends within a day', async (t) => {
    const folder = await temporaryFolder(t);
    const file = join(folder, 'catalogue.jsonl');
    await writeFile(file, write(entries));
    const server = await startServer(t, moderator);
    const environment = { ...moderator, HOST_PROFILE: currentVariant().profile.name };
    const killed = startCommand('import', [file, '--url', server.url], environment);
    const { read } = server.server.context.store;
    const left = () =>
      read.selectFrom('tokens').select('expires_at').where('revoked_at', 'is', null).execute();
    await until(async () => (await left()).length > 0);
    killed.kill('SIGKILL');
    await once(killed, 'exit');
    const tomorrow = new Date(Date.now() + days(1)).toISOString();
    for (const { expires_at } of await left()) assert.ok(expires_at !== null && expires_at <= tomorrow);
  });

  test('a node that belongs to somebody else fails alone, by name, and the command ends with 1', async (t) => {
    const folder = await temporaryFolder(t);
    const file = join(folder, 'catalogue.jsonl');
    await writeFile(file, write(entries));
    const environment = { ...moderator, ...(await temporaryData(t)) };
    await runCommandHere(['import', file], environment);
    const moved = { ...entries[1], publisher: 'somebody-else' };
    await writeFile(file, `${JSON.stringify({ ...entries[2], id: 'Fresh' })}\n${JSON.stringify(moved)}\n`);
    const result = await runCommandHere(['import', file], environment);
    assert.match(
      result.stdout,
      /^Published 1 node with 2 app-nodes; 1 there already, 0 failed/,
      result.stderr,
    );
    await writeFile(file, JSON.stringify({ ...moved, id: 'has space' }));
    const refused = await runCommandHere(['import', file], environment);
    assert.equal(refused.code, 1);
    assert.match(refused.stderr, /^has space: .*invalid_id/m);
  });

  test('a node of which the registry refuses something is imported without that, which is said', async (t) => {
    const folder = await temporaryFolder(t);
    const file = join(folder, 'catalogue.jsonl');
    const odd = {
      ...entries[4],
      id: 'Odd',
      publisher: 'Odd\u202e',
      name: 'Odd\u200b',
      repository: 'git@example.org:odd',
      tags: ['zero\u200bwidth', 'image', 'x'.repeat(2_050) + '\u0000', 'video'],
    };
    await writeFile(file, JSON.stringify(odd));
    const data = await temporaryData(t);
    const environment = { ...moderator, ...data };
    const result = await runCommandHere(['import', file], environment);
    assert.equal(result.code, 0, result.stderr);
    assert.match(result.stdout, /^Published 1 node with 4 app-nodes; 0 there already, 0 failed/);
    assert.deepEqual(
      result.stderr.split('\n').map((line) => line.split(', which must be ')[0]),
      [
        'odd202e: imported without /name',
        'Odd: imported without /node/name',
        'Odd: imported without /node/repository',
        'Odd: imported without /node/tags/0',
        'Odd: imported without /node/tags/2',
        '',
      ],
    );
    // Under a profile that fills in what is absent the gaps could not be seen.
    await onServer({ ...environment, HOST_PROFILE: 'app' }, async (url) => {
      const { json: node } = await new Client(url).get('/nodes/odd');
      assert.deepEqual([node.name, node.repository, node.publisher.name], [undefined, undefined, undefined]);
      assert.deepEqual(node.tags, ['image', 'video']);
      assert.deepEqual([node.author, node.description], [odd.author, odd.description]);
    });
  });

  test('an import that ended between two steps of a node goes on with the next one', async (t) => {
    const folder = await temporaryFolder(t);
    const file = join(folder, 'catalogue.jsonl');
    await writeFile(file, `\uFEFF${write(entries)}`);
    const server = await startServer(t, moderator);
    const session = await new Client(server.url).post('/auth/sign-in/email', {
      email: moderator.ADMIN_EMAIL,
      password: moderator.ADMIN_PASSWORD,
    });
    const registry = createClient({ url: server.url, token: session.json.token });
    await createPublisher(registry, { body: { id: 'publisher-2', name: 'publisher-2' } });
    const { token } = await createToken(registry, { publisherId: 'publisher-2', body: { name: 'ci' } });
    // The first has its node alone, the second also its package.
    for (const [entry, isUploaded] of [
      [entries[2], false],
      [entries[9], true],
    ] as const) {
      assert.ok(entry);
      const { id, name, author, description, repository, tags } = entry;
      const { signedUrl } = await publishVersion(registry, {
        publisherId: 'publisher-2',
        nodeId: id,
        body: {
          personal_access_token: token,
          node: { id, name, author, description, repository, tags },
          node_version: { version: '1.0.0' },
        },
      });
      if (!isUploaded) continue;
      await updateNode(registry, {
        publisherId: 'publisher-2',
        nodeId: id,
        body: { github_stars: entry.github_stars },
      });
      await uploadPackage(registry, signedUrl, new Blob([await generatePackage(entry)]));
    }
    const args = ['import', file, '--url', server.url];
    const environment = { ...moderator, HOST_PROFILE: currentVariant().profile.name };
    const { code, stdout, stderr } = await runCommandHere(args, environment);
    assert.deepEqual([code, stdout.slice(0, 27)], [0, 'Published 40 nodes with 80 '], stderr);
    await assertImported(server.url);
    const { app_nodes: stored } = (await new Client(server.url).get('/nodes/Node-9/versions/1.0.0/app-nodes'))
      .json;
    assert.deepEqual(new Set(stored.map(({ category }) => category ?? '')), new Set(['']));
  });

  test('a node that fails half-way fails again, and says what of it the registry refuses', async (t) => {
    const folder = await temporaryFolder(t);
    const file = join(folder, 'catalogue.jsonl');
    const [first, second] = ['Ян', 'Яо'].map((publisher, index) => ({
      ...entries[2],
      id: `half-${index}`,
      publisher,
      github_stars: -1,
      app_node_names: index === 0 ? ['x'.repeat(5_000)] : ['Blur'],
    }));
    await writeFile(file, write([first ?? {}, second ?? {}]));
    const environment = { ...moderator, ...(await temporaryData(t)) };
    for (const published of [1, 0]) {
      const { code, stdout, stderr } = await runCommandHere(['import', file], environment);
      assert.equal(code, 1);
      assert.match(stdout, new RegExp(`^Published ${published} node.* 1 failed; 2 publishers`), stderr);
      assert.match(stderr, /^half-0: .*\(invalid_request\) \/app_nodes\/0\/app_node_name must /m);
      if (published === 1) assert.match(stderr, /^half-1: imported without \/github_stars, which must /m);
    }
  });

  test('what cannot be done is said in one line', async (t) => {
    const folder = await temporaryFolder(t);
    const environment = { ...moderator, ...(await temporaryData(t)) };
    const broken = join(folder, 'broken.jsonl');
    const empty = join(folder, 'empty.jsonl');
    await writeFile(empty, '');
    await writeFile(broken, `${JSON.stringify(entries[0])}\n{"id": 7}\n`);
    for (const [args, env, sentence] of [
      [
        [],
        environment,
        /^patchbay: <catalogue\.jsonl> is missing\. Usage: npm run import -- <catalogue\.jsonl>/,
      ],
      [[broken], environment, /^patchbay: Line 2 of .* is not an entry of a catalogue\./],
      [
        [broken],
        { DATA_DIR: environment.DATA_DIR },
        /^patchbay: Set ADMIN_EMAIL .* Usage: npm run import -- </,
      ],
      [[join(folder, 'none')], environment, /^patchbay: .*cannot be read/],
      [[empty, '--url', 'nonsense'], environment, /^patchbay: --url must be an address like https:/],
      [
        [empty, '--url', 'http://127.0.0.1:1'],
        environment,
        /^patchbay: http:\/\/127\.0\.0\.1:1 did not respond\. Check the address/,
      ],
    ] as const) {
      const result = await runCommandHere(['import', ...args], env);
      assert.equal(result.code, 1);
      assert.match(result.stderr, sentence);
      assert.equal(result.stderr.trim().split('\n').length, 1, result.stderr);
    }
  });
});

// Not a matter of the variant: the test reads the names as they are on the wire.
plainSuite('npm run import', () => {
  test('speaks to a registry of any profile in its names', async (t) => {
    const folder = await temporaryFolder(t);
    const file = join(folder, 'catalogue.jsonl');
    await writeFile(file, JSON.stringify({ ...entries[3], description: 'An app_node.' }));
    const environment = { ...moderator, HOST_PROFILE: 'comfyui' };
    const server = await startServer(t, environment);
    const result = await runCommandHere(['import', file, '--url', server.url], environment);
    assert.equal(result.code, 0, result.stderr);
    const client = new Client(server.url);
    const { json } = await client.get('/nodes/Node-3/versions/1.0.0/comfy-nodes');
    assert.deepEqual(
      json.comfy_nodes.map(({ comfy_node_name }: { comfy_node_name: string }) => comfy_node_name),
      entries[3]?.app_node_names,
    );
    assert.equal((await client.get('/nodes/Node-3')).json.description, 'An app_node.');
  });
});
