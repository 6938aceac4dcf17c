import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { suite, test } from 'node:test';
import { makePublisher, publishPending, zip } from '../support/build.ts';
import { runCommand } from '../support/run-command.ts';
import { startServer } from '../support/start-server.ts';

suite('npm run extract-again', () => {
  test('reads what an older extractor read, and then has nothing to do', async (t) => {
    const server = await startServer(t);
    const ada = await makePublisher(server, 'ada');
    const { signedUrl } = await publishPending(ada, 'my-node', '1.0.0');
    const source = 'class Blur:\n    pass\n\n\nNODE_CLASS_MAPPINGS = {"Blur": Blur}\n';
    await server.anonymous.upload(signedUrl, await zip({ '__init__.py': source }));
    await server.settle();
    const { DATA_DIR } = server.server.context.config;
    const database = new DatabaseSync(join(DATA_DIR, 'registry.db'));
    database.exec(
      `update versions set extraction_json = json_set(extraction_json, '$.extractorVersion', 0), extract_status = 'failed'`,
    );
    database.exec('delete from app_nodes');
    database.close();

    const result = await runCommand('extract-again', [], { DATA_DIR });
    assert.deepEqual([result.code, result.stdout], [0, '1 versions were read again.\n'], result.stderr);
    const { json } = await server.anonymous.get('/nodes/my-node/versions/1.0.0/app-nodes');
    assert.deepEqual(
      json.app_nodes.map(({ app_node_name }: { app_node_name: string }) => app_node_name),
      ['Blur'],
    );
    assert.equal(
      (await runCommand('extract-again', [], { DATA_DIR })).stdout,
      '0 versions were read again.\n',
    );
  });
});
