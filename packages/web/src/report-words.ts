import type { Report } from '@patchbay/client';

/** What a visitor chooses between, in the words of people. */
export const reasonWords: Readonly<Record<Report['reason'], string>> = {
  malicious: 'It does harm',
  broken: 'It does not work',
  copied: 'It is the work of others',
  misleading: 'It is not what it says',
  other: 'Something else',
};

export const statusWords: Readonly<Record<Report['status'], { text: string; tone: string }>> = {
  ReportStatusOpen: { text: 'open', tone: 'info' },
  ReportStatusResolved: { text: 'resolved', tone: 'good' },
  ReportStatusDismissed: { text: 'dismissed', tone: '' },
};
