import type { Context } from '../context.ts';
import { sitePolicy } from '../http/security-headers.ts';

interface Parts {
  config: Pick<Context['config'], 'PACKAGES_PUBLIC_URL'>;
  blobs: Pick<Context['blobs'], 'signDownload'>;
}

/**
 * The Content-Security-Policy of pages that read packages: scripts may fetch them where they are stored, and show their
 * pictures.
 */
export const packagePolicy = ({ config, blobs }: Parts): (() => Promise<string>) => {
  const { PACKAGES_PUBLIC_URL: publicUrl } = config;
  const { signDownload } = blobs;
  let known: string | undefined;
  const find = async (): Promise<string | undefined> => {
    if (publicUrl !== undefined) return new URL(publicUrl).origin;
    // The form of its address is known to the store alone; no request is made for it.
    return signDownload && new URL(await signDownload('any', 'any')).origin;
  };
  return async () => {
    // If its credentials are away, so are its packages.
    known ??= await find().catch(() => undefined);
    return sitePolicy({ connect: known === undefined ? [] : [known], pictures: ['blob:'] });
  };
};
