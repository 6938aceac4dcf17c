import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Readable, Transform, pipeline as connect } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { digestOf } from '@patchbay/inspect/facts';
import { ifUnreadable } from '../../packages/blobs/blob-store.ts';
import { privateModes } from '../../private-files.ts';
import type { LinesFile } from './manifest.ts';

/** Writes each value as a line of JSON, compressed and flushed. */
export const writeLines = async (
  folder: string,
  name: string,
  values: AsyncIterable<unknown>,
): Promise<LinesFile> => {
  const hash = createHash('sha256');
  let lines = 0;
  const text = async function* (): AsyncGenerator<string> {
    for await (const value of values) {
      lines += 1;
      yield `${JSON.stringify(value)}\n`;
    }
  };
  const measured = new Transform({
    transform(chunk: Buffer, _, done) {
      hash.update(chunk);
      done(null, chunk);
    },
  });
  const file = createWriteStream(join(folder, name), { mode: privateModes.file, flush: true });
  await pipeline(Readable.from(text()), createGzip(), measured, file);
  return { name, lines, sha256: hash.digest('hex') };
};

/** The values of such a file. */
export const readLines = async function* <Value>(folder: string, { name }: LinesFile): AsyncGenerator<Value> {
  // What fails, fails the loop below as well.
  const input = connect(createReadStream(join(folder, name)), createGunzip(), () => {});
  for await (const line of createInterface({ input, crlfDelay: Infinity })) yield JSON.parse(line) as Value;
};

/** What is wrong with a file, a sentence, or undefined if it has these bytes. */
export const findFileFault = (
  folder: string,
  { name, sha256 }: Pick<LinesFile, 'name' | 'sha256'>,
): Promise<string | undefined> =>
  digestOf(createReadStream(join(folder, name))).then(
    (found) => (found === sha256 ? undefined : `${name} is damaged: its SHA-256 is ${found}.`),
    ifUnreadable((fault) => `${name} ${fault}.`),
  );
