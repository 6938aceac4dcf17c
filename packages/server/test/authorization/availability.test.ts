import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { nodeStatuses, nodeVersionStatuses, publisherStatuses } from '@patchbay/contract';
import { nodeObstacle, ownObstacle, versionObstacle } from '../../src/authorization/availability.ts';

suite('availability', () => {
  test('only what is Active, below what is Active, can be used', () => {
    for (const publisher of publisherStatuses) {
      for (const node of nodeStatuses) {
        for (const version of nodeVersionStatuses) {
          const obstacle = versionObstacle({ status: publisher }, { status: node }, { status: version });
          const isActive = [publisher, node, version].every((status) => status.endsWith('Active'));
          assert.equal(obstacle === undefined, isActive, `${publisher} ${node} ${version}`);
        }
      }
    }
  });

  test('the outermost obstacle is the reason', () => {
    const banned = { status: 'PublisherStatusBanned' } as const;
    const active = { status: 'PublisherStatusActive' } as const;
    const deleted = { status: 'NodeStatusDeleted' } as const;
    const pending = { status: 'NodeVersionStatusPending' } as const;
    assert.equal(versionObstacle(banned, deleted, pending), 'publisher-banned');
    assert.equal(versionObstacle(active, deleted, pending), 'node-deleted');
    assert.equal(versionObstacle(active, { status: 'NodeStatusActive' }, pending), 'version-pending');
    assert.equal(nodeObstacle(active, { status: 'NodeStatusBanned' }), 'node-banned');
    assert.equal(ownObstacle(deleted), 'node-deleted');
  });
});
