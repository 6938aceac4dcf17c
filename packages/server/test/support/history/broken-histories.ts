import type { History } from './history.ts';
import {
  change,
  changed,
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
  withoutChange,
} from './made-up-history.ts';
import { logSubject } from './timeline.ts';

const currentRule = 'a process shows what it acknowledged, and never goes back';
const writtenRule = 'only what was written is read';
const lostRule = 'nothing acknowledged is lost';
const timeRule = 'the log keeps the order of time';
const logRule = 'the log is dense and never changes';

/** Histories against the rules, by what is wrong with them; each with the rules it breaks. */
export const brokenHistories: readonly { what: string; rules: readonly string[]; history: History }[] = [
  { what: 'a gap in the log', rules: [logRule], history: history([], withoutChange(1)) },
  {
    what: 'a log that was read otherwise',
    rules: [logRule],
    history: reading([90, 95], { changes: [change(1, 'token.created', 'token:t9', { request_id: 'r0' })] }),
  },
  {
    what: 'a change that did not see the one before',
    rules: ['no lost update', writtenRule],
    history: history([], changed(5, { before: { description: 'd1' }, after: { author: 'a1' } })),
  },
  {
    what: 'a field undone by another’s write',
    rules: [writtenRule],
    history: reading([90, 95], seesNode({ description: 'd1', author: 'a1' })),
  },
  {
    what: 'an acknowledged write that is nowhere',
    rules: [lostRule, writtenRule],
    history: history([], renumbered(withoutChange(5))),
  },
  {
    what: 'a write that is only in part in the log',
    rules: ['no lost update', lostRule, writtenRule],
    history: history([], renumbered(withoutChange(2))),
  },
  {
    what: 'a refused write that changed something',
    rules: ['every change has its request'],
    history: history([], log, doneAs(2, { outcome: 'refused', error: 'forbidden', refusals: ['forbidden'] })),
  },
  {
    what: 'a change nobody asked for',
    rules: ['every change has its request'],
    history: history(
      [],
      [
        ...log,
        change(7, 'node.updated', node, {
          before: { description: 'd2' },
          after: { description: 'd9' },
          request_id: 'r9',
        }),
      ],
    ),
  },
  {
    what: 'a write applied twice',
    rules: ['nothing is applied twice', timeRule],
    history: history(
      [],
      [
        ...log,
        change(7, 'node.updated', node, {
          before: { author: 'a1' },
          after: { author: 'a1' },
          request_id: 'r3',
        }),
      ],
    ),
  },
  {
    what: 'a refusal that nothing explains',
    rules: ['nothing is refused without a reason'],
    history: reading([90, 95], {
      outcome: 'refused',
      error: 'unauthenticated',
      refusals: ['node_not_found'],
    }),
  },
  {
    what: 'a later request earlier in the log',
    rules: [timeRule],
    history: history([], log, doneAs(3, { invokedAt: 1, completedAt: 5 })),
  },
  {
    what: 'a number given to two versions',
    rules: ['no duplicate version'],
    history: history(
      [],
      [...log, change(7, 'version.published', 'version:v2', { after: { node_id: 'n', version: '1.0.0' } })],
    ),
  },
  {
    what: 'an id of two numbers',
    rules: ['no duplicate version', writtenRule],
    history: reading([90, 95], sees('number:n@2.0.0', 'taken', { id: 'v1' })),
  },
  {
    what: 'a value that never was',
    rules: [writtenRule],
    history: reading([90, 95], seesNode({ description: 'd9' })),
  },
  {
    what: 'a value read before it was asked for',
    rules: [writtenRule],
    history: reading([22, 25], seesNode({ description: 'd2' })),
  },
  {
    what: 'a state that never went with the value',
    rules: [writtenRule],
    history: reading([90, 95], sees(node, 'NodeStatusDeleted', { description: 'd2' })),
  },
  {
    what: 'the old value through the process that acknowledged the new one',
    rules: [currentRule],
    history: reading([45, 48], seesNode({ description: 'd1' })),
  },
  {
    what: 'an answer to a write without it',
    rules: [currentRule],
    history: history([], log, doneAs(1, seesNode({ description: 'd1' }))),
  },
  {
    what: 'a process that goes back behind what it showed',
    rules: [currentRule],
    history: history([
      operation(8, [61, 64], seesNode({ author: 'a1' })),
      operation(9, [65, 68], seesNode({ author: undefined })),
    ]),
  },
  {
    what: 'a version missing through the process that published it',
    rules: [currentRule],
    history: reading([21, 25], sees(number, 'absent')),
  },
  {
    what: 'a log without what the process acknowledged',
    rules: [currentRule],
    history: reading([90, 95], sees(logSubject, undefined, { seq: 5 })),
  },
  {
    what: 'another process behind for too long',
    rules: ['staleness is bounded'],
    history: reading([161, 170], { process: 'c', ...seesNode({ author: undefined }) }),
  },
  {
    what: 'a revoked token honoured through another process',
    rules: ['staleness is bounded'],
    history: reading([81, 85], {
      process: 'c',
      observations: [{ subject: token, status: ['live'], isFresh: true }],
    }),
  },
];
