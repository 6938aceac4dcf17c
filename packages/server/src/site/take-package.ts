import { openAsBlob } from 'node:fs';
import type { SentPackage } from '@patchbay/web';
import type { FastifyRequest } from 'fastify';
import { BlobTooLargeError } from '../packages/blobs/blob-store.ts';
import type { Context } from '../context.ts';
import { packageTooLarge } from '../errors.ts';
import { throwBusy } from '../present/throw-busy.ts';

/**
 * Streams the file of a form to the disk, within the room that this process has for packages, and removes it with
 * `until`. Undefined if the visitor chose no file.
 */
export const takePackage = async (
  { uploads, blobs, config: { PACKAGE_BYTES_MAX } }: Pick<Context, 'uploads' | 'blobs' | 'config'>,
  { id, client, package: file }: Pick<FastifyRequest, 'id' | 'client' | 'package'>,
  until: AsyncDisposableStack,
): Promise<SentPackage | undefined> => {
  if (file === undefined) return undefined;
  // By the visitor's network, so that no visitor takes the room of a publisher.
  const place = until.use(await uploads.enter(`form:${client}`, `form:${id}`).catch(throwBusy));
  try {
    const staged = until.use(await blobs.stage(file, PACKAGE_BYTES_MAX, (bytes) => place.take(bytes)));
    return staged.bytes === 0 ? undefined : { bytes: await openAsBlob(staged.path), sha256: staged.sha256 };
  } catch (error) {
    if (error instanceof BlobTooLargeError) throw packageTooLarge(PACKAGE_BYTES_MAX);
    return throwBusy(error);
  }
};
