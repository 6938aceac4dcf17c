/** A deterministic budget: the same source always ends at the same step. */
export interface BudgetLimits {
  /** Steps for the whole package. */
  stepsMax: number;
  /** Steps for one statement at the top level of a file, and for reading one definition. */
  stepsPerUnitMax: number;
  /** In addition to the steps, for a machine that is far too slow; in milliseconds of processor time. */
  processorMsMax: number;
  /** The same on the clock, for a machine that is far too busy. */
  wallMsMax: number;
}

export class BudgetExceeded extends Error {
  readonly scope: 'unit' | 'package';

  constructor(scope: 'unit' | 'package') {
    super(
      scope === 'unit'
        ? 'needs more steps than one part of a file may take'
        : 'the package needs too many steps',
    );
    this.scope = scope;
  }
}

/** The clock is checked once every so many steps. */
const clockInterval = 1024;

export class Budget {
  readonly #limits: BudgetLimits;
  readonly #usage = process.threadCpuUsage();
  readonly #begun = performance.now();
  #packageSteps = 0;
  #unitSteps = 0;
  #stepsToClock = clockInterval;

  constructor(limits: BudgetLimits) {
    this.#limits = limits;
  }

  /** @throws BudgetExceeded */
  spend(steps: number): void {
    this.#packageSteps += steps;
    this.#unitSteps += steps;
    this.#stepsToClock -= steps;
    if (this.#packageSteps > this.#limits.stepsMax) throw new BudgetExceeded('package');
    if (this.#unitSteps > this.#limits.stepsPerUnitMax) throw new BudgetExceeded('unit');
    if (this.#stepsToClock > 0) return;
    this.#stepsToClock = clockInterval;
    if (this.isLate()) throw new BudgetExceeded('package');
  }

  /** Resets the allowance of the package: loading it must not reduce what is left for reading it. */
  restart(): void {
    this.#packageSteps = 0;
    this.#unitSteps = 0;
  }

  isLate(): boolean {
    const { processorMsMax, wallMsMax } = this.#limits;
    const passedMs = performance.now() - this.#begun;
    if (passedMs > wallMsMax) return true;
    // A thread cannot use more processor time than passes on the clock, which is much cheaper to read.
    if (passedMs <= processorMsMax) return false;
    const { user, system } = process.threadCpuUsage(this.#usage);
    return (user + system) / 1_000 > processorMsMax;
  }

  /** Steps taken in the current unit. */
  get unitSteps(): number {
    return this.#unitSteps;
  }

  /** Runs `work` with its own unit allowance. */
  inUnit<Result>(work: () => Result): Result {
    const outer = this.#unitSteps;
    this.#unitSteps = 0;
    try {
      return work();
    } finally {
      this.#unitSteps = outer;
    }
  }
}
