import assert from 'node:assert/strict';
import { readFile, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { makePublisher, publishActive, uniqueId } from '../../../server/test/support/build.ts';
import { startServer } from '../../../server/test/support/start-server.ts';
import { suite } from '../../../server/test/support/variants.ts';
import { openCli } from '../support/open-cli.ts';

suite('patchbay update', async () => {
  const server = await startServer({ after });
  const ada = await makePublisher(server, 'ada');
  const make = async (prefix: string) => {
    const id = uniqueId(prefix);
    for (const version of ['1.0.0', '1.1.0', '2.0.0']) await publishActive(server, ada, id, version);
    return id;
  };
  const [free, ranged, pinned] = [await make('free'), await make('ranged'), await make('pinned')];
  const openWith = async (t: Parameters<typeof openCli>[0]) => {
    const cli = await openCli(t, server);
    const references = [`${free}@1.0.0`, `${ranged}@~1.0`, `${pinned}@1.0.0`];
    assert.equal((await cli.json(['install', ...references])).code, 0);
    // As if the first had been the latest when it was installed.
    const lock = join(cli.cwd, 'patchbay.lock');
    const written = JSON.parse(await readFile(lock, 'utf8'));
    delete written.nodes[free].requested;
    written.nodes[ranged].requested = '^1.0';
    await writeFile(lock, JSON.stringify(written));
    return cli;
  };

  test('--json: to the latest version, or within what was asked for', async (t) => {
    const cli = await openWith(t);
    const { code, result } = await cli.json(['update']);
    assert.equal(code, 0);
    assert.deepEqual(result.data.nodes, [
      { node: free, version: '2.0.0', previous: '1.0.0', status: 'replaced' },
      { node: pinned, version: '1.0.0', status: 'unchanged', latest: '2.0.0' },
      { node: ranged, version: '1.1.0', previous: '1.0.0', status: 'replaced', latest: '2.0.0' },
    ]);
    assert.equal(await readFile(join(cli.cwd, free, '__init__.py'), 'utf8'), 'VERSION = "2.0.0"\n');
    const latest = await cli.json(['update', pinned, '--latest']);
    assert.equal(latest.result.data.nodes[0].version, '2.0.0');
    assert.equal((await cli.json(['verify'])).code, 0);
  });

  test('in a terminal: only the named node, from and to', async (t) => {
    const cli = await openWith(t);
    const { code, stdout } = await cli.inTerminal(['update', ranged.toUpperCase()]);
    assert.deepEqual(
      [code, stdout],
      [
        0,
        `replaced ${ranged} 1.0.0 → 1.1.0 (2.0.0 is out; \`patchbay update ${ranged} --latest\` goes there)\n`,
      ],
    );
    assert.equal(await readFile(join(cli.cwd, free, '__init__.py'), 'utf8'), 'VERSION = "1.0.0"\n');
  });

  test('1: a node that cannot be updated stays whole, and the others are updated', async (t) => {
    const cli = await openWith(t);
    const damaging: typeof fetch = async (input, init) => {
      const response = await fetch(input, init);
      const isPackage = (input as string).includes(`${free}/2.0.0.zip`);
      return isPackage
        ? new Response(new Uint8Array(Number(response.headers.get('content-length'))))
        : response;
    };
    const { code, result } = await cli.json(['update'], { context: { fetch: damaging } });
    assert.equal(code, 1);
    assert.deepEqual(
      result.data.nodes.map(({ status }: { status: string }) => status),
      ['failed', 'unchanged', 'replaced'],
    );
    assert.match(result.data.nodes[0].error.message, /does not have the digest/);
    const verified = await cli.json(['verify']);
    assert.deepEqual([verified.code, verified.result.data.nodes[0].version], [0, '1.0.0']);
  });

  test('5: a node from another registry', async (t) => {
    const cli = await openWith(t);
    const lock = join(cli.cwd, 'patchbay.lock');
    await writeFile(lock, (await readFile(lock, 'utf8')).replaceAll(server.url, 'https://other.example'));
    const { code, result } = await cli.json(['update', free]);
    assert.deepEqual([code, result.error.code], [5, 'folder_taken']);
    assert.match(result.error.next, /--registry https:\/\/other\.example/);
  });

  test('4: what is not installed, and a folder without nodes, which stays empty', async (t) => {
    const cli = await openWith(t);
    const { code, result } = await cli.json(['update', free, 'nothing']);
    assert.deepEqual([code, result.error.code], [4, 'not_installed']);
    const empty = await openCli(t, server);
    assert.equal((await empty.json(['update'])).code, 4);
    assert.deepEqual(await readdir(empty.cwd), []);
  });
});
