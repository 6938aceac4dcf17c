import type { Ink } from '../output/ink.ts';
import type { Outcome } from './outcome.ts';
import { commandText, isPlain, newRequirementsOf, parseRequirement } from './python-requirements.ts';

/** A line for each node, and what they need of Python that no version before them needed and that was not installed. */
export const outcomeText = (
  outcomes: readonly Outcome[],
  ink: Ink,
  { command, withDeps }: { readonly command?: readonly string[] | undefined; readonly withDeps: boolean },
): string => {
  const lines = outcomes.map((outcome) => lineOf(outcome, ink));
  const conflicts = new Set(outcomes.flatMap(({ conflicts: found = [] }) => found));
  lines.push(...[...conflicts].map((conflict) => `${ink.yellow('conflict')}  ${conflict}`));
  const requirements = newRequirementsOf(outcomes).filter((one) => !withDeps || !isPlain(one));
  if (requirements.length === 0) return lines.join('\n');
  const width = Math.max(...requirements.map(({ text }) => text.length));
  const needed = requirements.map(
    ({ text, nodes }) => `  ${text.padEnd(width)}  ${ink.dim(nodes.join(', '))}`,
  );
  return [
    ...lines,
    headOf(outcomes),
    ...needed,
    ...(withDeps || command === undefined
      ? []
      : [`Install them in the Python of the host, or use --with-deps:`, `  ${commandText(command)}`]),
    ...(requirements.some(({ text }) => parseRequirement(text)?.pin !== undefined)
      ? ['Run `patchbay audit` to look for known vulnerabilities of those that are pinned to a version.']
      : []),
  ].join('\n');
};

const headOf = (outcomes: readonly Outcome[]): string => {
  const isOne = outcomes.length === 1;
  return outcomes.some(({ former_requirements: former }) => former !== undefined)
    ? `New among the Python packages that ${isOne ? 'it needs' : 'they need'}:`
    : `${isOne ? 'It needs' : 'They need'} these Python packages:`;
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
