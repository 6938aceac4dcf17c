import type { Finding } from '@patchbay/client';
import { count } from '../output/count.ts';
import type { Ink } from '../output/ink.ts';
import type { LocalVerdict } from './inspect-package.ts';
import { noAppNodes, notImported } from './notes.ts';

/** A line for each finding with its place, and one that says what to do. */
export const showFindings = (findings: readonly Finding[], ink: Ink): string[] =>
  findings.flatMap(({ severity, rule, file, line, imported, means, fix, excerpt }) => [
    `${severity === 'error' ? ink.red('error') : ink.yellow('warning')}  ${ink.bold(placeOf(file, line))}  ${means} ${ink.dim(`(${rule}${imported === false ? `, ${notImported}` : ''})`)}`,
    ...(excerpt === undefined ? [] : [`  ${ink.dim(excerpt)}`]),
    `  ${fix}`,
  ]);

/** More would hide the verdict. */
const problemsShownMax = 10;

/** What keeps app-nodes from being known, and that there are none, a line for each. */
export const extractionLines = ({
  problems,
  app_nodes: appNodes,
}: NonNullable<LocalVerdict['extraction']>): string[] => {
  const left = problems.length - problemsShownMax;
  return [
    ...problems
      .slice(0, problemsShownMax)
      .map(({ file, line, message }) => `${placeOf(file, line || undefined)}  ${message}`),
    ...(left > 0 ? [`${count(left, 'more problem')}, which --json shows.`] : []),
    ...(appNodes.length > 0 ? [] : [noAppNodes]),
  ];
};

const placeOf = (file: string, line: number | undefined): string =>
  line === undefined ? file || 'the package' : `${file}:${line}`;
