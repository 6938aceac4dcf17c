import type { Ink } from '../output/ink.ts';
import type { Outcome } from './outcome.ts';
import {
  commandText,
  conflictsOf,
  isPlain,
  parseRequirement,
  pipArguments,
  requirementsOf,
} from './python-requirements.ts';

/** A line for each node, and what they need of Python unless that was installed, too. */
export const outcomeText = (outcomes: readonly Outcome[], ink: Ink): string => {
  const lines = outcomes.map((outcome) => lineOf(outcome, ink));
  const requirements = requirementsOf(outcomes.filter(({ status }) => status !== 'unchanged'));
  if (requirements.length === 0) return lines.join('\n');
  const width = Math.max(...requirements.map(({ text }) => text.length));
  const needed = requirements.map(
    ({ text, nodes }) => `  ${text.padEnd(width)}  ${ink.dim(nodes.join(', '))}`,
  );
  const conflicts = conflictsOf(requirements).map((conflict) => `${ink.yellow('conflict')}  ${conflict}`);
  const args = pipArguments(requirements);
  return [
    ...lines,
    outcomes.length === 1 ? 'It needs these Python packages:' : 'They need these Python packages:',
    ...needed,
    ...conflicts,
    ...(requirements.some(isPlain)
      ? [`Install them in the Python of the host, or use --with-deps:`, `  ${commandText('python', args)}`]
      : []),
    ...(requirements.some(({ text }) => parseRequirement(text)?.pin !== undefined)
      ? ['Run `patchbay audit` to look for known vulnerabilities of those that are pinned to a version.']
      : []),
  ].join('\n');
};

const lineOf = (outcome: Outcome, ink: Ink): string => {
  const { node, version = '', previous, latest, status, error, deprecated } = outcome;
  if (error !== undefined)
    return `${ink.red('failed')} ${node}: ${[error.message, error.next].filter(Boolean).join(' ')}`;
  const from = previous === undefined || previous === version ? '' : `${previous} → `;
  const kept =
    latest === undefined
      ? ''
      : ink.dim(` (${latest} is out; \`patchbay update ${node} --latest\` goes there)`);
  const advice =
    deprecated === undefined
      ? ''
      : `\n  ${ink.yellow('deprecated')}  ${deprecated || 'Its publisher advises against this version.'}`;
  return `${ink.green(status)} ${node} ${from}${version}${kept}${advice}`;
};
