import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { makePublisher, publishPending, zip } from '../support/build.ts';
import { runCommand } from '../support/run-command.ts';
import { startServer } from '../support/start-server.ts';
import { tamper } from '../support/tamper.ts';
import { suite } from '../support/variants.ts';

suite('npm run extract-again', () => {
  test('reads what an older extractor read, and then has nothing to do', async (t) => {
    const server = await startServer(t);
    const ada = await makePublisher(server, 'ada');
    const { signedUrl } = await publishPending(ada, 'my-node', '1.0.0');
    const source = 'class Blur:\n    pass\n\n\nNODE_CLASS_MAPPINGS = {"Blur": Blur}\n';
    await server.anonymous.upload(signedUrl, await zip({ '__init__.py': source }));
    await server.settle();
    const { DATA_DIR, DATABASE_URL } = server.server.context.config;
    const extraction = JSON.stringify({ extractorVersion: 0, confidence: 1, problems: [] });
    await tamper(
      DATABASE_URL,
      sql`update versions set extraction_json = ${extraction}, extract_status = 'failed'`,
    );
    await tamper(DATABASE_URL, sql`delete from app_nodes`);

    const result = await runCommand('extract-again', [], { DATA_DIR, DATABASE_URL });
    assert.deepEqual([result.code, result.stdout], [0, '1 versions were read again.\n'], result.stderr);
    const { json } = await server.anonymous.get('/nodes/my-node/versions/1.0.0/app-nodes');
    assert.deepEqual(
      json.app_nodes.map(({ app_node_name }: { app_node_name: string }) => app_node_name),
      ['Blur'],
    );
    assert.equal(
      (await runCommand('extract-again', [], { DATA_DIR, DATABASE_URL })).stdout,
      '0 versions were read again.\n',
    );
  });
});
