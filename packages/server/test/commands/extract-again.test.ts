import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { makePublisher, publishActive, publishPending, zip } from '../support/build.ts';
import { runCommandHere } from '../support/run-command-here.ts';
import { runCommand } from '../support/run-command.ts';
import { startServer } from '../support/start-server.ts';
import { tamper } from '../support/tamper.ts';
import { suiteOnBoth } from '../support/variants.ts';

suiteOnBoth('npm run extract-again', () => {
  test('reads what an older extractor read or did not list, and then has nothing to do', async (t) => {
    const server = await startServer(t);
    const ada = await makePublisher(server, 'ada');
    const { signedUrl } = await publishPending(ada, 'my-node', '1.0.0');
    const source = 'class Blur:\n    pass\n\n\nNODE_CLASS_MAPPINGS = {"Blur": Blur}\n';
    await server.anonymous.upload(signedUrl, await zip({ '__init__.py': source }));
    await publishActive(server, ada, 'unlisted', '1.0.0');
    await server.settle();
    const { DATA_DIR, DATABASE_URL } = server.server.context.config;
    const extraction = JSON.stringify({ extractorVersion: 0, confidence: 1, problems: [] });
    await tamper(
      DATABASE_URL,
      sql`update versions set extraction_json = ${extraction}, extract_status = 'failed' where node_key = 'my-node'`,
    );
    await tamper(DATABASE_URL, sql`delete from app_nodes`);
    // As of a package that was read before files were listed.
    await tamper(DATABASE_URL, sql`delete from file_lists`);

    const result = await runCommand('extract-again', [], { DATA_DIR, DATABASE_URL });
    assert.deepEqual([result.code, result.stdout], [0, 'Read 2 versions again.\n'], result.stderr);
    const { json } = await server.anonymous.get('/nodes/my-node/versions/1.0.0/app-nodes');
    assert.deepEqual(
      json.app_nodes.map(({ app_node_name }) => app_node_name),
      ['Blur'],
    );
    const listed = await server.anonymous.get('/nodes/unlisted/versions/1.0.0/files');
    assert.deepEqual([listed.json.total, listed.json.is_complete], [1, true]);
    assert.equal(
      (await runCommandHere(['extract-again'], { DATA_DIR, DATABASE_URL })).stdout,
      'Read 0 versions again.\n',
    );
  });
});
