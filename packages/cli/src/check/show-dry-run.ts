import type { DryRun } from '@patchbay/client';
import type { Ink } from '../output/ink.ts';

/** A line for each reason why the registry would refuse it, and for what the version would wait for. */
export const showDryRun = ({ faults, package: sent }: DryRun, ink: Ink): string[] => [
  ...[...faults, ...(sent?.faults ?? [])].flatMap(({ message, details = [] }) => [
    `${ink.red('refused')}  ${message}`,
    ...details.map((detail) => `  ${detail.path}: ${detail.message}`),
  ]),
  ...(sent?.findings?.status_reason === undefined
    ? []
    : [`${ink.yellow('held')}  ${sent.findings.status_reason}`]),
];
