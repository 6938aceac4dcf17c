import { createReadStream } from 'node:fs';
import { packageTasks } from '@patchbay/inspect';
import { digestOf } from '@patchbay/inspect/facts';
import type { PackageReader } from './package-reader.ts';

/**
 * Reads packages in this process, without a bound on time or memory and beside everything that it holds: for packages
 * that are trusted, as those of tests are.
 */
export class InProcessReader implements PackageReader {
  readonly processesMax = 1;
  #busy = 0;

  get load() {
    return { busy: this.#busy, waiting: 0, killed: 0 };
  }

  prepare(): void {}

  inspect: PackageReader['inspect'] = (inspection) => this.#run(() => packageTasks.inspect(inspection));

  check: PackageReader['check'] = (path, sha256, published) =>
    this.#runIfSame(path, sha256, () => packageTasks.check({ path, published }));

  extract: PackageReader['extract'] = (path, sha256) =>
    this.#runIfSame(path, sha256, () => packageTasks.extract({ path }));

  close(): void {}

  #runIfSame<Result>(path: string, sha256: string, task: () => Promise<Result>): Promise<Result | undefined> {
    return this.#run(async () => ((await digestOf(createReadStream(path))) === sha256 ? task() : undefined));
  }

  async #run<Result>(task: () => Promise<Result>): Promise<Result> {
    this.#busy += 1;
    try {
      return await task();
    } finally {
      this.#busy -= 1;
    }
  }
}
