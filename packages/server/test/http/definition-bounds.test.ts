import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { limits } from '@patchbay/contract';
import { type Kysely, sql } from 'kysely';
import { makePublisher, publishPending, uniqueId, zip } from '../support/build.ts';
import { startServer } from '../support/start-server.ts';
import { suite } from '../support/variants.ts';

/** Small packages that define as much as they can. */
const sources = {
  // Six megabytes of names, each of which is kept four times.
  'names without an end':
    'class A:\n  pass\nN = {}\nfor i in range(900):\n  N["x" * 50000 + str(i)] = A\nNODE_CLASS_MAPPINGS = N\n',
  'texts without an end':
    'class A:\n  CATEGORY = "x" * 200000\n  DESCRIPTION = "y" * 50000\nNODE_CLASS_MAPPINGS = {"n" + str(i): A for i in range(5000)}\n',
  'a definition without an end': 'class A:\n  CATEGORY = "x" * 900000\nNODE_CLASS_MAPPINGS = {"A": A}\n',
  'problems without an end': Array.from(
    { length: 300 },
    (_, index) => `from .${'deep.'.repeat(30)}m${index} import ${'x'.repeat(2_000)}${index}\n`,
  ).join(''),
};

suite('definition-bounds', async () => {
  const server = await startServer({ after });
  const ada = await makePublisher(server, 'ada');
  const { store } = server.server.context;

  /** The bytes of all that a package leaves in the database. */
  const bytesOf = async (versionId: string, nodeKey: string) => {
    const length = async (
      table: string,
      expression: string,
      where: string,
      value: string,
    ): Promise<number> => {
      const rows = await sql<{ bytes: number }>`
        select cast(coalesce(sum(${sql.raw(expression)}), 0) as bigint) as bytes from ${sql.table(table)}
        where ${sql.ref(where)} = ${value}`.execute(store.read as unknown as Kysely<unknown>);
      return Number(rows.rows[0]?.bytes);
    };
    return {
      appNodes: await length(
        'app_nodes',
        'octet_length(name) + octet_length(definition_json)',
        'version_id',
        versionId,
      ),
      claims: await length('app_node_claims', 'octet_length(name)', 'node_key', nodeKey),
      log: await length(
        'changes',
        "octet_length(coalesce(after_json, ''))",
        'subject',
        `version:${versionId}`,
      ),
      version: await length(
        'versions',
        "octet_length(coalesce(extraction_json, '')) + octet_length(coalesce(verdict_json, ''))",
        'id',
        versionId,
      ),
    };
  };

  for (const [what, source] of Object.entries(sources)) {
    test(`a package of ${what} comes to an end, and leaves no more than a version may have`, async () => {
      const nodeId = uniqueId('endless');
      const { signedUrl, versionId } = await publishPending(ada, nodeId, '1.0.0');
      const bytes = await zip({ '__init__.py': source });
      assert.equal((await server.anonymous.upload(signedUrl, bytes)).status, 200);
      await server.settle();
      const version = (await server.anonymous.get(`/nodes/${nodeId}/versions/1.0.0`)).json;
      assert.notEqual(version.app_node_extract_status, 'pending');
      const left = await bytesOf(versionId, nodeId);
      const told = JSON.stringify(left);
      assert.ok(left.appNodes <= limits.appNodesBytesMax, told);
      assert.ok(left.claims <= limits.appNodesMax * limits.appNodeNameCharsMax, told);
      assert.ok(left.log <= 2 * limits.loggedNamesCharsMax + 10_000, told);
      assert.ok(left.version <= 500_000, told);
    });
  }
});
