import { SourceError } from './source-error.ts';

/** The bytes of a package from `start` to before `end`. Throws a SourceError if there are no such. */
export const fetchRange = async (
  packageUrl: string,
  start: number,
  end: number,
): Promise<Uint8Array<ArrayBuffer>> => {
  const reply = await fetch(packageUrl, {
    headers: { range: `bytes=${start}-${end - 1}` },
    credentials: 'omit',
  }).catch((cause: unknown) => {
    throw new SourceError('The package could not be reached. Try again.', { cause });
  });
  if (reply.status !== 206) {
    await reply.body?.cancel();
    throw new SourceError(refusals[reply.status] ?? `The package could not be read (${reply.status}).`);
  }
  const bytes = new Uint8Array(await reply.arrayBuffer());
  if (bytes.length !== end - start) throw outside();
  return bytes;
};

const outside = (): SourceError =>
  new SourceError('The list of files is wrong: the package has no such bytes. Nothing of the file is shown.');

const refusals: Readonly<Record<number, string>> = {
  200: 'The package store sends no parts of packages. Download the package instead.',
  403: 'This version can no longer be downloaded.',
  404: 'The package is gone.',
  416: outside().message,
  429: 'Too many requests came from your address. Wait a moment, then load the page again.',
  503: 'The package store is busy. Try again in a moment.',
};
