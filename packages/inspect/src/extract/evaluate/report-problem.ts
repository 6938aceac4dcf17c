import type { ExtractionProblem, Interpreter } from './interpreter.ts';

/** The maximum number of problems. More are not recorded. */
const problemsMax = 1000;

/** Records once what could not be read or followed. From then on, the package may define more than was found. */
export const reportProblem = ({ problems }: Interpreter, problem: ExtractionProblem): void => {
  const isKnown = ({ file, line, message }: ExtractionProblem) =>
    file === problem.file && line === problem.line && message === problem.message;
  if (problems.length < problemsMax && !problems.some(isKnown)) problems.push(problem);
};

/** Records that the module being loaded may raise, unless the package itself would catch that. */
export const doubtLoading = (run: Interpreter): void => {
  run.doubts += 1;
  if (run.loading !== undefined && run.guards === run.loading.guards) run.loading.module.isDoubtful = true;
};
