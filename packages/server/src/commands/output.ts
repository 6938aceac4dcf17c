import { SingleBar } from 'cli-progress';

/** Starts a step of `total` items and returns a function to call for each finished one. */
export type Progress = (what: string, total: number) => (done: number) => void;

/** The progress of a command: a bar on standard error if that is a terminal, else nothing. */
interface ShownProgress {
  /** Starts a step of `total` items and returns a function to call for finished ones. */
  readonly begin: Progress;
  readonly end: () => void;
}

export const showProgress = (): ShownProgress => {
  const bar = new SingleBar({
    format: '{bar} {percentage}% | {value}/{total} {what} | {eta_formatted} left',
    stream: process.stderr,
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

/** A number with its noun: `1 package`, `2 packages`. */
export const quantity = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;
