import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { builtInProfiles, wiresOf } from '@patchbay/contract';

const compat = { ...builtInProfiles.app.compat, looseVersions: true };
const loose = wiresOf({ ...builtInProfiles.app, compat });
const body = (version: string) => ({ node: {}, node_version: { version }, personal_access_token: 'v1' });
const pairs = (version: string) => ({ node_versions: [{ node_id: 'v1', version }] });

suite('wires', () => {
  test('versions come in canonical form where a profile reads loose ones, and nothing else does', () => {
    const read: readonly [unknown, unknown][] = [
      [loose.getVersion.readParams?.({ nodeId: 'v1', version: 'v1' }), { nodeId: 'v1', version: '1.0.0' }],
      [
        loose.deleteVersion.readParams?.({ nodeId: 'v1', versionId: '1.2' }),
        { nodeId: 'v1', versionId: '1.2.0' },
      ],
      [
        loose.downloadPackage.readParams?.({ nodeId: 'v1', file: 'v1.zip' }),
        { nodeId: 'v1', file: '1.0.0.zip' },
      ],
      [loose.downloadPackage.readParams?.({ nodeId: 'v1', file: 'v1' }), { nodeId: 'v1', file: 'v1' }],
      [loose.installNode.readQuery?.({ version: '1' }), { version: '1.0.0' }],
      [loose.listAppNodes.readQuery?.({ node_id: 'v1', version: '1' }), { node_id: 'v1', version: '1.0.0' }],
      [loose.publishVersion.readBody?.(body('v1.0')), body('1.0.0')],
      [loose.bulkGetVersions.readBody?.(pairs('v1')), pairs('1.0.0')],
    ];
    for (const [found, expected] of read) assert.deepEqual(found, expected);
  });

  test('an alias of a version is one as well', () => {
    const wires = wiresOf(builtInProfiles.comfyui);
    assert.deepEqual(wires.listAppNodes.readQuery?.({ node_version: 'v1' }), { version: '1.0.0' });
  });

  test('nothing is walked where there is nothing to do', () => {
    const { getVersion, installNode, publishVersion, bulkGetVersions } = wiresOf(builtInProfiles.app);
    for (const { readParams, readQuery, readBody, writeReply } of [
      getVersion,
      installNode,
      publishVersion,
      bulkGetVersions,
    ]) {
      assert.deepEqual([readParams, readQuery, readBody, writeReply], Array(4).fill(undefined));
    }
    assert.equal(loose.getVersion.writeReply, undefined);
    assert.equal(loose.getNode.readParams, undefined);
  });
});
