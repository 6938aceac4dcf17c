/** Thrown if there are too many paths between values to follow. */
export class TraceTooLong extends Error {}

/** The remaining budget for all traces of one package. */
export interface TraceBudget {
  stepsLeft: number;
}

/** Throws TraceTooLong if the budget does not suffice. */
export const spend = (budget: TraceBudget, steps: number): void => {
  budget.stepsLeft -= steps;
  if (budget.stepsLeft < 0) throw new TraceTooLong();
};
