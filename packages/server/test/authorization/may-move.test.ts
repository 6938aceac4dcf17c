import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { type Mover, type Transition, extractStatuses, nodeVersionStatuses } from '@patchbay/contract';
import { appNodePolicies, nodeStatuses, publisherStatuses } from '@patchbay/contract';
import { mayMove } from '../../src/lifecycle/require-move.ts';

const movers: readonly Mover[] = ['publisher', 'moderator', 'server'];

type States = readonly [
  Transition['resource'],
  Transition['field'],
  prefix: string,
  states: readonly string[],
];

const resources: readonly States[] = [
  ['NodeVersion', 'status', 'NodeVersionStatus', nodeVersionStatuses],
  ['NodeVersion', 'app_node_extract_status', '', extractStatuses],
  ['Node', 'status', 'NodeStatus', nodeStatuses],
  ['Publisher', 'status', 'PublisherStatus', publisherStatuses],
  ['AppNode', 'policy', 'AppNodePolicy', appNodePolicies],
];

/**
 * Every transition that someone may make; nobody may make any other. See "A flagged version can be checked again" in docs/decisions/log-and-states.md.
 */
const moves: Readonly<Record<string, readonly Mover[]>> = {
  'NodeVersion.status Pending Active': ['server'],
  'NodeVersion.status Pending Flagged': ['server'],
  'NodeVersion.status Pending Deleted': ['publisher'],
  'NodeVersion.status Pending Banned': ['moderator'],
  'NodeVersion.status Active Flagged': ['moderator'],
  'NodeVersion.status Active Banned': ['moderator'],
  'NodeVersion.status Active Deleted': ['publisher'],
  'NodeVersion.status Flagged Active': ['moderator'],
  'NodeVersion.status Flagged Banned': ['moderator'],
  'NodeVersion.status Flagged Pending': ['publisher', 'moderator'],
  'NodeVersion.status Flagged Deleted': ['publisher'],
  'NodeVersion.status Banned Active': ['moderator'],
  'NodeVersion.status Banned Deleted': ['server'],
  'NodeVersion.status Deleted Active': ['moderator'],
  'NodeVersion.app_node_extract_status pending success': ['server'],
  'NodeVersion.app_node_extract_status pending failed': ['server'],
  'NodeVersion.app_node_extract_status pending unsupported': ['server'],
  'NodeVersion.app_node_extract_status success pending': ['publisher', 'moderator'],
  'NodeVersion.app_node_extract_status failed pending': ['publisher', 'moderator'],
  'NodeVersion.app_node_extract_status unsupported pending': ['publisher', 'moderator'],
  'Node.status Active Deleted': ['publisher', 'moderator'],
  'Node.status Deleted Active': ['publisher', 'moderator'],
  'Node.status Active Banned': ['moderator'],
  'Node.status Deleted Banned': ['moderator'],
  'Node.status Banned Active': ['moderator'],
  'Node.status Banned Deleted': ['server'],
  'Publisher.status Active Banned': ['moderator'],
  'Publisher.status Banned Active': ['moderator'],
  'AppNode.policy Active LocalOnly': ['publisher', 'moderator'],
  'AppNode.policy LocalOnly Active': ['publisher', 'moderator'],
  'AppNode.policy Active Banned': ['moderator'],
  'AppNode.policy LocalOnly Banned': ['moderator'],
  'AppNode.policy Banned Active': ['moderator'],
  'AppNode.policy Banned LocalOnly': ['moderator'],
};

const short = (state: string, prefix: string): string => state.slice(prefix.length);

suite('may-move', () => {
  test('everybody makes the moves of the table and no other', () => {
    for (const [resource, field, prefix, states] of resources) {
      const pairs = states.flatMap((from) =>
        states.filter((to) => to !== from).map((to) => [from, to] as const),
      );
      for (const [from, to] of pairs) {
        const move = `${resource}.${field} ${short(from, prefix)} ${short(to, prefix)}`;
        const able = movers.filter((mover) => mayMove(resource, field, from, to, [mover]));
        assert.deepEqual(able, moves[move] ?? [], move);
      }
    }
  });

  test('staying where one is needs no mover', () => {
    for (const [resource, field, , states] of resources) {
      for (const state of states) assert.equal(mayMove(resource, field, state, state, []), true, state);
    }
  });

  test('a caller with several capacities makes the moves of each', () => {
    const both: readonly Mover[] = ['publisher', 'moderator'];
    assert.equal(mayMove('Node', 'status', 'NodeStatusActive', 'NodeStatusBanned', both), true);
    assert.equal(mayMove('Node', 'status', 'NodeStatusActive', 'NodeStatusDeleted', both), true);
    assert.equal(mayMove('Node', 'status', 'NodeStatusBanned', 'NodeStatusDeleted', both), false);
  });

  test('no transition leads to an unknown state', () => {
    assert.equal(mayMove('Node', 'status', 'NodeStatusActive', 'NodeStatusGone', movers), false);
  });
});
