import type { History } from './history.ts';
import {
  change,
  doneAs,
  history,
  log,
  node,
  number,
  operation,
  reading,
  renumbered,
  sees,
  seesNode,
  token,
  unanswered,
  version,
  withoutChange,
} from './made-up-history.ts';

/** Histories in which every rule holds, by what is delicate in them. */
export const soundHistories: Readonly<Record<string, History>> = {
  'all as it should be': history(),
  'a read of the latest through either process': history([
    operation(8, [90, 95], seesNode({ description: 'd2', author: 'a1' })),
    operation(9, [90, 95], { process: 'b', ...seesNode({ description: 'd2', author: 'a1' }) }),
  ]),
  'another process is behind, within the bound': reading([45, 90], {
    process: 'b',
    ...seesNode({ description: 'd1', author: undefined }),
  }),
  'a read during a write shows it before it is acknowledged': reading(
    [31, 35],
    seesNode({ description: 'd2' }),
  ),
  'a read during a write does not show it yet': reading([31, 45], seesNode({ description: 'd1' })),
  'an unanswered write that happened': history([], log, doneAs(2, unanswered)),
  'an unanswered write that did not happen': history([], renumbered(withoutChange(5)), doneAs(2, unanswered)),
  'an unanswered deletion that happened': history(
    [
      operation(9, [90, 99], {
        kind: 'deleteNode',
        ...unanswered,
        writes: [{ subject: node, values: { status: 'NodeStatusDeleted' } }],
      }),
    ],
    [
      ...log,
      change(7, 'node.deleted', node, {
        before: { status: 'NodeStatusActive' },
        after: { status: 'NodeStatusDeleted' },
        request_id: 'r9',
      }),
    ],
  ),
  'a number given away again after its version left without a package': history(
    [
      operation(8, [90, 91], {
        requestId: 'r8',
        writes: [{ subject: version, values: { status: 'NodeVersionStatusDeleted' } }],
      }),
      operation(9, [92, 93], {
        requestId: 'r9',
        writes: [{ subject: number, values: { changelog: 'c9' } }],
        ...sees(number, 'taken', { id: 'v2' }),
      }),
    ],
    [
      ...log,
      change(7, 'version.deleted', version, {
        before: { status: 'NodeVersionStatusPending' },
        after: { status: 'NodeVersionStatusDeleted' },
        request_id: 'r8',
      }),
      change(8, 'version.published', 'version:v2', {
        after: { node_id: 'n', version: '1.0.0', changelog: 'c9' },
        request_id: 'r9',
      }),
    ],
  ),
  'a token is used until it is revoked': reading([65, 75], {
    process: 'b',
    observations: [{ subject: token, status: ['live'], isFresh: true }],
  }),
};
