import type { Ink } from '../output/ink.ts';
import type { Outcome } from './outcome.ts';

/** A line for each node. */
export const outcomeText = (outcomes: readonly Outcome[], ink: Ink): string =>
  outcomes.map((outcome) => lineOf(outcome, ink)).join('\n');

const lineOf = ({ node, version = '', previous, status, error }: Outcome, ink: Ink): string => {
  if (error !== undefined)
    return `${ink.red('failed')} ${node}: ${[error.message, error.next].filter(Boolean).join(' ')}`;
  const from = previous === undefined || previous === version ? '' : `${previous} → `;
  return `${ink.green(status)} ${node} ${from}${version}`;
};
