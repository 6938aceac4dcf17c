import { type Findings, type Repairs, repairKey } from '../../doctor/examine.ts';
import { quantity } from '../output.ts';

interface Finding {
  subject: string;
  message: string;
  /** What `--fix` did about it. */
  done?: string;
  /** Whether it is gone. */
  repaired: boolean;
}

interface CheckReport {
  check: string;
  promise: string;
  /** Whether `--fix` can repair what it finds. */
  repairable: boolean;
  findings: Finding[];
  /** How many faults there are besides; after `--fix`, those that are left. */
  more: number;
}

export interface Report {
  /** Whether nothing is wrong, or nothing is any more. */
  clean: boolean;
  checks: CheckReport[];
  readers: ReadersReport;
}

/** How the processes that read packages are started on this machine. */
interface ReadersReport {
  isolation: 'isolated' | 'best-effort';
  /** Why they are not isolated. */
  reason?: string;
}

export const describeReaders = (missing: string | undefined): ReadersReport =>
  missing === undefined
    ? { isolation: 'isolated' }
    : { isolation: 'best-effort', reason: missing.replaceAll(/\s+/g, ' ') };

/** The report of what was found, what was done about it, and what is left. */
export const makeReport = (
  found: readonly Findings[],
  repairs: Repairs,
  left: readonly Findings[],
): Omit<Report, 'readers'> => {
  const remaining = new Set(left.flatMap(keysOf));
  const checks = found.map(({ check, faults, more }): CheckReport => ({
    check: check.name,
    promise: check.promise,
    repairable: check.repair !== undefined,
    findings: faults.map(({ subject, message }) => {
      const key = repairKey(check.name, subject);
      const done = repairs.get(key);
      return done === undefined
        ? { subject, message, repaired: false }
        : { subject, message, done, repaired: !remaining.has(key) };
    }),
    more: countOthers(
      { check, faults, more },
      left.find((findings) => findings.check === check),
    ),
  }));
  const isClean = ({ findings, more }: CheckReport): boolean =>
    more === 0 && findings.every(({ repaired }) => repaired);
  return { clean: checks.every(isClean), checks };
};

const keysOf = ({ check, faults }: Findings): string[] =>
  faults.map(({ subject }) => repairKey(check.name, subject));

/** How many faults there are besides those that are listed; after repairs, those that are left. */
const countOthers = (first: Findings, after: Findings | undefined): number => {
  if (after === undefined) return first.more;
  const listed = new Set(keysOf(first));
  return keysOf(after).filter((key) => !listed.has(key)).length + after.more;
};

/** The report for people. Names come from strangers, so they are printed as JSON. */
export const formatReport = ({ checks, readers }: Report): string => {
  const findings = checks.flatMap(({ check, findings, more }) => [
    ...findings.map(
      ({ subject, message, done, repaired }) =>
        `${check}  ${JSON.stringify(subject)}  ${message}${done === undefined ? '' : ` ${describeRepair(done, repaired)}`}`,
    ),
    ...(more === 0 ? [] : [`${check}  and ${more} more`]),
  ]);
  return [...findings, summarize(checks), summarizeReaders(readers), ''].join('\n');
};

const summarizeReaders = ({ isolation, reason }: ReadersReport): string =>
  isolation === 'isolated'
    ? 'Readers of packages are isolated on this machine.'
    : `Readers of packages are not isolated on this machine (${reason}). See docs/operations/security.md.`;

/** How many faults are still there. */
export const countLeft = ({ checks }: Pick<Report, 'checks'>): number =>
  checks.reduce(
    (sum, { findings, more }) => sum + more + findings.filter(({ repaired }) => !repaired).length,
    0,
  );

const describeRepair = (done: string, repaired: boolean): string =>
  repaired ? `Repaired: ${done}.` : `Not repaired, although it ${done}.`;

const summarize = (checks: readonly CheckReport[]): string => {
  const all = checks.flatMap(({ findings }) => findings);
  const found = all.length + checks.reduce((sum, { more }) => sum + more, 0);
  const repaired = all.filter((finding) => finding.repaired).length;
  if (found === 0) return `${checks.length} checks found nothing wrong.`;
  const left = checks.some(
    ({ repairable, findings }) => repairable && findings.some((finding) => !finding.repaired),
  );
  return [
    `${checks.length} checks found ${quantity(found, 'fault')}, ${repaired} repaired.`,
    ...(left ? ['npm run doctor -- --fix repairs what it can.'] : []),
  ].join(' ');
};
