import { type Endpoints, limits, type Query } from '@patchbay/contract';
import { countDays, dayAfter } from '@patchbay/contract/days';
import { ApiError } from '../errors.ts';

export interface DayRange {
  from: string;
  to: string;
}

/** The days that a query asks for, which end today unless it says otherwise. */
export const requireDayRange = (query: Query<Endpoints['getNodeDownloads']>, today: string): DayRange => {
  const { from, days, to = today } = query;
  if (from === undefined) return { from: dayAfter(to, 1 - (days ?? limits.downloadDaysDefault)), to };
  if (days !== undefined) throw refused('/days', 'cannot be combined with from', 'Send one of the two.');
  const count = countDays(from, to);
  if (count < 1) throw refused('/from', 'is after the last day', 'Choose an earlier one.');
  if (count > limits.downloadDaysMax) {
    throw refused(
      '/from',
      `asks for more than ${limits.downloadDaysMax} days`,
      'Choose a later one, or an earlier to.',
    );
  }
  return { from, to };
};

const refused = (path: string, fault: string, advice: string): ApiError =>
  new ApiError('invalid_request', `The parameter ${path.slice(1)} ${fault}. ${advice}`, {
    details: [{ path, message: fault }],
  });
