import { createReadStream } from 'node:fs';
import { readPackage } from '@patchbay/inspect';
import { digestOf } from '@patchbay/inspect/facts';
import { type PackageReader, TooHeavyError } from '../../src/packages/reading.ts';

/**
 * Reads packages in this process, without a bound on time or memory and beside everything that it holds: for packages
 * that are trusted, as those of tests are. With a budget of no time at all it reads no more than whether one is sound.
 */
export class InProcessReader implements PackageReader {
  readonly isIsolated = Promise.resolve(false);
  readonly processesMax = 1;
  #busy = 0;

  get load() {
    return { busy: this.#busy, waiting: 0, processes: 0, killed: 0 };
  }

  read: PackageReader['read'] = async ({ path, sha256, published, budget }) => {
    this.#busy += 1;
    try {
      if ((await digestOf(createReadStream(path))) !== sha256) return undefined;
      const reading = await readPackage(path, published);
      if (budget.processorMs > 0 || reading.fault !== undefined) return reading;
      throw Object.assign(new TooHeavyError('a package may take no time'), { isSound: true });
    } finally {
      this.#busy -= 1;
    }
  };

  close(): void {}
}
