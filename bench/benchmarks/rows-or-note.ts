import type { Row } from '../report/row.ts';
import { NotOfferedError } from '../fixture/not-offered.ts';

/** The rows of `measure`, or one that says why nothing was measured. */
export const rowsOrNote = async (
  task: string,
  subject: string,
  measure: () => Promise<Row[]>,
): Promise<Row[]> => {
  try {
    return await measure();
  } catch (error) {
    if (!(error instanceof NotOfferedError)) throw error;
    return [{ task, subject, base: '', ratio: undefined, better: 'higher', note: error.message }];
  }
};
