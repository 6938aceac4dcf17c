import type { Change } from '@patchbay/contract';
import type { History, Observation, Operation } from './history.ts';

export const node = 'node:n';
export const version = 'version:v1';
export const number = 'number:n@1.0.0';
export const token = 'token:t1';

export const operation = (
  id: number,
  [invokedAt, completedAt]: readonly [number, number],
  parts: Partial<Operation>,
): Operation => ({
  id,
  kind: 'getNode',
  process: 'a',
  caller: 'ada',
  outcome: 'acknowledged',
  status: 200,
  refusals: [],
  writes: [],
  observations: [],
  ...parts,
  invokedAt,
  completedAt,
});

export const change = (seq: number, action: string, subject: string, parts: Partial<Change>): Change => ({
  seq,
  at: '2026-01-01T00:00:00.000Z',
  actor: 'user:ada',
  action,
  subject,
  ...parts,
});

/**
 * The log of an invented story: Ada publishes, then Ada and Bob each edit a field of the node, then Ada revokes a
 * token.
 */
export const log: readonly Change[] = [
  change(1, 'token.created', token, { request_id: 'r0' }),
  change(2, 'node.created', node, { after: { id: 'n', description: 'd1' }, request_id: 'r1' }),
  change(3, 'version.published', version, {
    after: { node_id: 'n', version: '1.0.0', deprecated: false, changelog: 'c1' },
    request_id: 'r1',
  }),
  change(4, 'node.updated', node, {
    before: { description: 'd1' },
    after: { description: 'd2' },
    request_id: 'r2',
  }),
  change(5, 'node.updated', node, { before: {}, after: { author: 'a1' }, request_id: 'r3' }),
  change(6, 'token.revoked', token, { before: { publisher: 'ada' }, request_id: 'r4' }),
];

export const sees = (subject: string, status: string | undefined, values: Observation['values'] = {}) => ({
  observations: [{ subject, ...(status === undefined ? {} : { status: [status] }), values }],
});
export const seesNode = (values: Observation['values']) => sees(node, 'NodeStatusActive', values);

/** Who asked for that, through two processes. */
export const writes: readonly Operation[] = [
  operation(0, [10, 20], {
    kind: 'publishVersion',
    requestId: 'r1',
    writes: [
      { subject: node, values: { description: 'd1' } },
      { subject: number, values: { changelog: 'c1' } },
    ],
    ...sees(number, 'taken', { id: 'v1' }),
  }),
  operation(1, [30, 40], {
    kind: 'updateNode',
    requestId: 'r2',
    writes: [{ subject: node, values: { description: 'd2' } }],
    ...seesNode({ description: 'd2', author: undefined }),
  }),
  operation(2, [50, 60], {
    kind: 'updateNode',
    requestId: 'r3',
    process: 'b',
    writes: [{ subject: node, values: { author: 'a1' } }],
    ...seesNode({ description: 'd2', author: 'a1' }),
  }),
  operation(3, [70, 80], { kind: 'revokeToken', requestId: 'r4', writes: [{ subject: token, values: {} }] }),
];

/** The story, with more operations or another log. */
export const history = (more: readonly Operation[] = [], changes = log, operations = writes): History => ({
  operations: [...operations, ...more],
  log: changes,
});
export const reading = (at: readonly [number, number], parts: Partial<Operation>) =>
  history([operation(9, at, parts)]);
export const withoutChange = (seq: number) => log.filter((one) => one.seq !== seq);
export const renumbered = (changes: readonly Change[]) =>
  changes.map((one, index) => ({ ...one, seq: index + 1 }));
export const changed = (seq: number, parts: Partial<Change>) =>
  log.map((one) => (one.seq === seq ? { ...one, ...parts } : one));
export const doneAs = (id: number, parts: Partial<Operation>) =>
  writes.map((one) => (one.id === id ? { ...one, ...parts } : one));
export const unanswered: Partial<Operation> = { outcome: 'unknown', observations: [] };
