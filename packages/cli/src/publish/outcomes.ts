import type { DryRun, NodeVersion } from '@patchbay/client';
import { type Exit, errors } from '../errors.ts';

/** How a publish ends, and how a dry run says that it would. */
export type Ending = 'active' | 'unchanged' | 'held' | 'pending' | 'sent' | 'stopped' | 'refused';

interface Row {
  readonly exit: Exit;
  /** The sentence behind the id and the version. */
  readonly is: (facts: Facts) => string;
  /** The same for a dry run; absent for what no dry run comes to. */
  readonly wouldBe?: (facts: Facts) => string;
}

interface Facts {
  readonly registry: string;
  readonly status: string;
  readonly reason: string | undefined;
}

const unstated = 'no reason is given.';

/** Every outcome of a publish: the words and the exit code of both the publish and its dry run. */
export const endings: Readonly<Record<Ending, Row>> = {
  active: {
    exit: 'ok',
    is: ({ status, registry }) => `is ${status} on ${registry}`,
    wouldBe: ({ registry }) => `would be accepted by ${registry}`,
  },
  unchanged: {
    exit: 'ok',
    is: ({ status, registry }) =>
      `was published before with the same bytes, and is ${status} on ${registry}. Nothing was sent.`,
    wouldBe: ({ registry }) =>
      `was published before with the same bytes on ${registry}. Nothing would be sent.`,
  },
  held: {
    exit: 'failed',
    is: ({ status, reason = unstated }) => `is ${status}: ${reason}`,
    wouldBe: ({ reason = unstated }) => `would be held for a moderator: ${reason}`,
  },
  pending: {
    exit: 'failed',
    is: () => 'is still being checked. Run the command again to wait further.',
  },
  sent: {
    exit: 'ok',
    is: () => 'is uploaded. Run the command again to see what became of it.',
  },
  stopped: {
    exit: 'failed',
    is: () => 'was not sent: a moderator would have to look at it. Correct it, or publish with --held.',
    wouldBe: () =>
      'would not be sent: a moderator would have to look at it. Correct it, or publish with --held.',
  },
  refused: {
    exit: 'failed',
    is: ({ registry }) => `was refused by ${registry}`,
    wouldBe: ({ registry }) => `would be refused by ${registry}`,
  },
};

export interface Would {
  readonly would: Exclude<Ending, 'pending' | 'sent'>;
  readonly reason?: string;
}

const unheld: ReadonlySet<string> = new Set(['NodeVersionStatusActive', 'NodeVersionStatusPending']);

/** What a publish would come to by the answer to its dry run; `same` is the version if it was published before. */
export const endingOf = (
  { faults, package: sent }: DryRun,
  { isStopped, same }: { readonly isStopped: boolean; readonly same: NodeVersion | undefined },
): Would => {
  if (isStopped) return { would: 'stopped' };
  if (same !== undefined) {
    const { status, status_reason: reason = unstated } = same;
    return unheld.has(status) ? { would: 'unchanged' } : { would: 'held', reason };
  }
  if (faults.length > 0 || (sent?.faults ?? []).length > 0) return { would: 'refused' };
  const reason = sent?.findings?.status_reason;
  return reason === undefined ? { would: 'active' } : { would: 'held', reason };
};

/** What the process ends with. A refusal ends it as its first error would. */
export const exitOf = (ending: Ending, answer?: DryRun): Exit => {
  const [fault] = [...(answer?.faults ?? []), ...(answer?.package?.faults ?? [])];
  if (ending !== 'refused' || fault === undefined || !Object.hasOwn(errors, fault.error))
    return endings[ending].exit;
  return errors[fault.error].exit;
};
