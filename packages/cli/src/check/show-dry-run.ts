import type { DryRun } from '@patchbay/client';
import { compareMetadata } from '@patchbay/contract/compare';
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
  ...(changes === undefined ? [] : compareMetadata(changes.before, changes.after)).map(
    ({ what, before = '(none)', after = '(none)' }) =>
      `${ink.yellow('changes')}  ${what} of the node: ${clipped(before)} → ${clipped(after)}`,
  ),
];

const charsMax = 200;
const clipped = (text: string): string =>
  text.length > charsMax ? `${text.slice(0, charsMax).toWellFormed()}…` : text;
