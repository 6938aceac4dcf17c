import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ApiError, BlobsAwayError } from '../../errors.ts';
import { type BlobStore, BlobMissingError } from './blob-store.ts';

/** Beyond this number, the package verified longest ago is forgotten and verified again at its next request. */
const verifiedMax = 100_000;
/** Packages read at the same time. Others wait, so that many first downloads leave disk capacity to the server. */
const readsMax = 4;
/** After a failure the package is not read again for this long, so that repeated requests cost nothing. */
const damagedMs = 60_000;
const damagedMax = 1_000;

/** A package as its row describes it. */
export interface ExpectedPackage {
  /** The id of its version. */
  id: string;
  key: string;
  /** Hexadecimal. */
  sha256: string;
  bytes: number;
}

/** Compares each stored package with its row once per process, before the package is first served. */
export class PackageVerifier {
  readonly #blobs: Pick<BlobStore, 'open' | 'check'>;
  readonly #now: () => Date;
  readonly #verifiedMax: number;
  readonly #verified = new Set<string>();
  readonly #underWay = new Map<string, Promise<void>>();
  /** By id: the time until which the failure counts. */
  readonly #damaged = new Map<string, number>();
  readonly #waiting: (() => void)[] = [];
  #reads = 0;

  constructor(blobs: Pick<BlobStore, 'open' | 'check'>, now: () => Date, max = verifiedMax) {
    this.#blobs = blobs;
    this.#now = now;
    this.#verifiedMax = max;
  }

  /** Whether the package of a version was found to match its row since the process began. */
  isVerified(id: string): boolean {
    return this.#verified.has(id);
  }

  /**
   * Resolves if the package in the store matches its row. Reads the whole package, a chunk at a time, unless it was
   * verified before. Concurrent callers share one read. Throws `unavailable` if the bytes differ or cannot be read.
   */
  async verify(expected: ExpectedPackage): Promise<void> {
    const { id } = expected;
    if (this.isVerified(id)) return;
    const leftMs = (this.#damaged.get(id) ?? 0) - this.#now().getTime();
    // It is longer once the clock was set back.
    if (leftMs > 0 && leftMs <= damagedMs) throw damaged(`${expected.key} is damaged`);
    const known = this.#underWay.get(id);
    const verification = known ?? this.#verifyNow(expected);
    if (known === undefined) this.#underWay.set(id, verification);
    await verification;
  }

  /** Some bytes of a package that matches its row, or all of them. Throws as `verify`. */
  async open(expected: ExpectedPackage, range?: Parameters<BlobStore['open']>[1]): Promise<Readable> {
    await this.verify(expected);
    return this.#open(expected.key, range);
  }

  /** A package that a store which answers has lost is damaged; one that is away says nothing of a package. */
  async #open(key: string, range?: Parameters<BlobStore['open']>[1]): Promise<Readable> {
    try {
      return await this.#blobs.open(key, range);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (!(error instanceof BlobMissingError) && code !== 'ENOENT') throw error;
      await this.#blobs.check();
      throw damaged(`${key} is missing`, 'The stored package is missing.');
    }
  }

  async #verifyNow(expected: ExpectedPackage): Promise<void> {
    const { id, key } = expected;
    try {
      await this.#begin();
      const found = await this.#measure(key).finally(() => this.#end());
      if (found.sha256 !== expected.sha256 || found.bytes !== expected.bytes) {
        keep(this.#damaged, damagedMax).set(id, this.#now().getTime() + damagedMs);
        throw damaged(
          `${key} has ${found.bytes} bytes with SHA-256 ${found.sha256} instead of ${expected.bytes} with ${expected.sha256}`,
        );
      }
      this.#damaged.delete(id);
      keep(this.#verified, this.#verifiedMax).add(id);
    } finally {
      this.#underWay.delete(id);
    }
  }

  async #measure(key: string): Promise<{ sha256: string; bytes: number }> {
    const hash = createHash('sha256');
    let bytes = 0;
    try {
      await pipeline(await this.#open(key), async (chunks: AsyncIterable<Buffer>) => {
        for await (const chunk of chunks) {
          bytes += chunk.length;
          hash.update(chunk);
        }
      });
    } catch (cause) {
      if (cause instanceof ApiError) throw cause;
      throw new BlobsAwayError(`${key} cannot be read`, { cause });
    }
    return { sha256: hash.digest('hex'), bytes };
  }

  async #begin(): Promise<void> {
    if (this.#reads < readsMax) this.#reads += 1;
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }

  /** Passes the slot to the caller that has waited longest. */
  #end(): void {
    const next = this.#waiting.shift();
    if (next === undefined) this.#reads -= 1;
    else next();
  }
}

/** The collection with room for one more entry: the oldest entry is evicted. */
const keep = <Kept extends Set<string> | Map<string, number>>(kept: Kept, max: number): Kept => {
  for (const oldest of kept.keys()) {
    if (kept.size < max) break;
    kept.delete(oldest);
  }
  return kept;
};

const damaged = (
  cause: string,
  fault = 'The stored package differs from the published one and is not sent.',
): ApiError =>
  new ApiError('unavailable', `${fault} The operator must restore it from a backup.`, {
    headers: { 'retry-after': String(damagedMs / 1_000) },
    cause,
  });
