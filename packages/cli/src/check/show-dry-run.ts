import type { DryRun } from '@patchbay/client';
import type { Ink } from '../output/ink.ts';

/**
 * A line for each reason why the registry would refuse it, for what the version would wait for, and for what it would
 * overwrite of its node. That the version is published is no such reason if it has the same bytes.
 */
export const showDryRun = (
  { faults, package: sent, node_changes: changes }: DryRun,
  ink: Ink,
  isPublished: boolean,
): string[] => [
  ...[...(isPublished ? [] : faults), ...(sent?.faults ?? [])].flatMap(({ message, details = [] }) => [
    `${ink.red('refused')}  ${message}`,
    ...details.map((detail) => `  ${detail.path}: ${detail.message}`),
  ]),
  ...(sent?.findings?.status_reason === undefined
    ? []
    : [`${ink.yellow('held')}  ${sent.findings.status_reason}`]),
  ...(changes === undefined ? [] : showChanges(changes)).map(
    (change) => `${ink.yellow('changes')}  ${change}`,
  ),
];

const showChanges = ({ before, after }: NonNullable<DryRun['node_changes']>): string[] => {
  const [old, now] = [before, after].map((values) => new Map<string, unknown>(Object.entries(values)));
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].map(
    (key) => `${key} of the node: ${shown(old?.get(key))} → ${shown(now?.get(key))}`,
  );
};

const charsMax = 200;

const shown = (value: unknown): string => {
  if (value === undefined) return '(none)';
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > charsMax ? `${text.slice(0, charsMax).toWellFormed()}…` : text;
};
