import type { Finding } from '@patchbay/client';
import type { Ink } from '../output/ink.ts';

/** A line for each finding with its place, and one that says what to do. */
export const showFindings = (findings: readonly Finding[], ink: Ink): string[] =>
  findings.flatMap(({ severity, rule, file, line, means, fix, excerpt }) => [
    `${severity === 'error' ? ink.red('error') : ink.yellow('warning')}  ${ink.bold(placeOf(file, line))}  ${means} ${ink.dim(`(${rule})`)}`,
    ...(excerpt === undefined ? [] : [`  ${ink.dim(excerpt)}`]),
    `  ${fix}`,
  ]);

const placeOf = (file: string, line: number | undefined): string =>
  line === undefined ? file || 'the package' : `${file}:${line}`;
