import { posix } from 'node:path';
import type { DryRun, Finding } from '@patchbay/client';
import { otherBytes } from './other-bytes.ts';
import type { LocalVerdict } from './inspect-package.ts';

/** One thing that a check has to say, for a program that shows it at its place. */
export interface Note {
  readonly level: 'error' | 'warning';
  /** The rule of a finding, or what else says it. */
  readonly rule: string;
  readonly message: string;
  /** What else is known of its place. */
  readonly remark?: string;
  /** What to do. */
  readonly fix?: string;
  /** From the current folder, with slashes. */
  readonly file: string;
  readonly line?: number;
}

/** What a check comes to, as far as it is shown at places. */
export interface Checked {
  readonly node_id: string;
  readonly version: string;
  /** The folder of the project from the current one, with slashes; absent for a zip. */
  readonly root?: string;
  readonly warnings: readonly string[];
  readonly refusals: readonly string[];
  readonly findings: readonly Finding[];
  readonly extraction?: LocalVerdict['extraction'];
  readonly breaking?: readonly string[];
  readonly published?: 'same' | 'other';
  readonly dry_run?: DryRun;
}

/** What is about no file is shown at this one. */
const metadataFile = 'pyproject.toml';

/** Everything that a check has to say, errors and warnings alike. What is in a zip has the path that it has there. */
export const notesOf = (checked: Checked): Note[] => {
  const { warnings, refusals, findings, extraction, breaking = [], published, dry_run: answer } = checked;
  const at = (file: string, line?: number): Pick<Note, 'file' | 'line'> => ({
    file: posix.join(checked.root ?? '', file || metadataFile),
    ...(line !== undefined && line > 0 && { line }),
  });
  const whole = (level: Note['level'], rule: string, message: string): Note => ({
    level,
    rule,
    message,
    ...at(metadataFile),
  });
  const faults = [
    ...(published === undefined ? (answer?.faults ?? []) : []),
    ...(answer?.package?.faults ?? []),
  ];
  return [
    ...warnings.map((message) => whole('warning', 'package', message)),
    ...refusals.map((message) => whole('error', 'refused', message)),
    ...findings.map(({ severity, rule, file, line, imported, means, fix }) => ({
      level: severity,
      rule,
      message: means,
      ...(imported === false && { remark: `The file is ${notImported}.` }),
      fix,
      ...at(file, line),
    })),
    ...(extraction?.problems ?? []).map(({ file, line, message }): Note => ({
      level: 'warning',
      rule: 'app-nodes',
      message,
      ...at(file, line),
    })),
    ...(extraction?.app_nodes.length === 0 ? [whole('warning', 'app-nodes', noAppNodes)] : []),
    ...breaking.map((message) => whole('warning', 'breaking', message)),
    ...faults.map(({ error, message }) => whole('error', error, message)),
    ...(published === 'other' ? [whole('error', 'version_exists', otherBytes(idsOf(checked)).message)] : []),
  ];
};

/** Of a Python file. */
export const notImported = 'not imported by the package';

export const noAppNodes =
  'No app-node was found. Unless the node only extends the front end, the host would show nothing.';

const idsOf = ({ node_id: nodeId, version }: Checked) => ({ nodeId, version });
