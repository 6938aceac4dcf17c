import type { ExtractionProblem, Interpreter } from './interpreter.ts';

/** Past these the package is known to be a hard one. */
const problemsMax = 1000;

/** Notes once what could not be read or followed: from then on the package may hold more than was found. */
export const reportProblem = ({ problems }: Interpreter, problem: ExtractionProblem): void => {
  const isKnown = ({ file, line, message }: ExtractionProblem) =>
    file === problem.file && line === problem.line && message === problem.message;
  if (problems.length < problemsMax && !problems.some(isKnown)) problems.push(problem);
};

/** Notes that the module being loaded may well raise, unless the package itself would catch that. */
export const doubtLoading = (run: Interpreter): void => {
  run.doubts += 1;
  if (run.loading !== undefined && run.guards === run.loading.guards) run.loading.module.isDoubtful = true;
};
