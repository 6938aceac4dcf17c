import { uploadWindowMs } from './blobs/upload-window.ts';
import type { Context } from '../context.ts';
import { nextLook } from './next-look.ts';

/** Until when the package of a publish may come, and when to look for it first. */
export const uploadTerms = ({ blobs }: Pick<Context, 'blobs'>, now: Date) => {
  const uploadDeadline = new Date(now.getTime() + uploadWindowMs).toISOString();
  return { uploadDeadline, lookAt: nextLook(blobs, uploadDeadline, now).toISOString() };
};
