/** The clock is asked once in so many rows. */
const rowsBetweenLooks = 64;

/** A statement took longer than it may. */
export class OverdueError extends Error {}

/** The processor time of one statement after the other, in the thread that runs them. */
export class Stopwatch {
  #begun = process.threadCpuUsage();
  #msMax = Infinity;
  #rows = 0;

  begin(msMax: number): void {
    this.#begun = process.threadCpuUsage();
    this.#msMax = msMax;
    this.#rows = 0;
  }

  /** Throws OverdueError once the time is over. */
  check(): void {
    const { user, system } = process.threadCpuUsage(this.#begun);
    if ((user + system) / 1_000 > this.#msMax) throw new OverdueError();
  }

  /** For a statement to call of every row that it looks at, because SQLite itself does not pause. */
  readonly countRow = (): number => {
    this.#rows += 1;
    if (this.#rows % rowsBetweenLooks === 0) this.check();
    return 1;
  };
}
