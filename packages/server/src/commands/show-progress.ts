import { SingleBar } from 'cli-progress';

const lineMs = 1_000;

/** The progress of a command on standard error: a bar on a terminal, else a line a second. */
export interface ShownProgress {
  /** Starts a step of `total` items and returns a function to call for finished ones. */
  begin(what: string, total: number): (done: number) => void;
  end(): void;
}

export const showProgress = (): ShownProgress => {
  const bar = new SingleBar({
    format: '{bar} {percentage}% | {value}/{total} {what} | {eta_formatted} left',
    stream: process.stderr,
    noTTYOutput: true,
    notTTYSchedule: lineMs,
  });
  return {
    begin: (what, total) => {
      bar.stop();
      bar.start(total, 0, { what });
      return (done) => bar.increment(done);
    },
    end: () => bar.stop(),
  };
};
