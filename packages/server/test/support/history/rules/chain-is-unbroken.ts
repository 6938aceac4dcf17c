import type { Change } from '@patchbay/contract';
import { type Evidence, askersOf, holds } from '../evidence.ts';
import type { Violation } from '../history.ts';
import { type State, partOf, stateBefore } from '../timeline.ts';
import { violationOf } from './violation.ts';

const violation = violationOf('no lost update');

const chained = /^(node|version):/;
const births: readonly string[] = ['node.created', 'version.published'];
/** These say all that they change, also what was not there before. */
const differences: readonly string[] = ['node.updated', 'version.updated', 'version.republished'];

/** Each change of a subject began where the one before it ended. */
export const chainIsUnbroken = (evidence: Evidence): Violation[] =>
  evidence.log
    .filter(({ subject }) => chained.test(subject))
    .flatMap((change) => {
      const { seq, action, subject, before } = change;
      const state = stateBefore(evidence.timelines, subject, seq);
      const message = `change ${seq} (${action} of ${subject}) began with ${JSON.stringify(before)}, not with ${JSON.stringify(state)}`;
      return continues(state, change) ? [] : [violation(message, ...askersOf(evidence, change))];
    });

const continues = (state: State, change: Change): boolean => {
  if (births.includes(change.action)) return state.status === 'absent';
  const before = partOf(change.before);
  const added = Object.keys(partOf(change.after)).filter((key) => !(key in before));
  return (
    holds(state, before) &&
    (!differences.includes(change.action) || added.every((key) => state[key] === undefined))
  );
};
