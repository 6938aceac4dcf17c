import { childrenOf, readIfThere } from './process-tree.ts';

/** Linux counts in hundredths on every machine (https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html). */
const ticksPerSecond = 100;
/** A process that is killed together with its parent loses what it used since the last look. */
const lookEveryMs = 25;

interface Used {
  parent: number | undefined;
  own: number;
  /** Of children that ended and were waited for. */
  ofChildren: number;
  isAlive: boolean;
}

/**
 * Counts the processor time of a process and all of its descendants, ended ones included. The system adds up only those
 * whose parent waited for them, so the meter looks at all of them again and again until it is disposed.
 */
export class ProcessorMeter implements Disposable {
  readonly #root: number;
  readonly #used = new Map<number, Used>();
  readonly #timer: NodeJS.Timeout;

  constructor(pid: number) {
    this.#root = pid;
    this.#look();
    this.#timer = setInterval(() => this.#look(), lookEveryMs).unref();
  }

  /** Since the start of the process, in seconds; undefined if the system does not report it. */
  get seconds(): number | undefined {
    this.#look();
    if (this.#used.size === 0) return undefined;
    const children = Map.groupBy(this.#used.entries(), ([, { parent }]) => parent);
    const sum = (pid: number, { own, ofChildren }: Used): number => {
      const below = children.get(pid) ?? [];
      const of = (isAlive: boolean) =>
        below
          .filter(([, used]) => used.isAlive === isAlive)
          .reduce((total, [child, used]) => total + sum(child, used), 0);
      // What the system knows of ended children is exact, unless nobody waited for some of them.
      return own + of(true) + Math.max(ofChildren, of(false));
    };
    const root = this.#used.get(this.#root);
    return root && sum(this.#root, root) / ticksPerSecond;
  }

  /** How many of them are alive. */
  get processes(): number {
    this.#look();
    return [...this.#used.values()].filter(({ isAlive }) => isAlive).length;
  }

  [Symbol.dispose](): void {
    clearInterval(this.#timer);
  }

  #look(): void {
    for (const used of this.#used.values()) used.isAlive = false;
    this.#lookAt(this.#root, undefined);
  }

  #lookAt(pid: number, parent: number | undefined): void {
    const used = readUsed(pid);
    if (used === undefined) return;
    this.#used.set(pid, { ...used, parent, isAlive: true });
    for (const child of childrenOf(pid)) this.#lookAt(child, pid);
  }
}

/** Undefined once the process has ended, and where the system has no such files. */
const readUsed = (pid: number): Pick<Used, 'own' | 'ofChildren'> | undefined => {
  const text = readIfThere(`/proc/${pid}/stat`);
  if (text === '') return undefined;
  // The second field is a name in brackets that may contain anything.
  const fields = text
    .replace(/^.*\) /s, '')
    .split(' ')
    .map(Number);
  const at = (field: number) => fields[field - 3] ?? 0;
  return { own: at(14) + at(15), ofChildren: at(16) + at(17) };
};
