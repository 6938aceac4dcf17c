import { limits } from '@patchbay/contract/limits';
import { imageDimensionsFromData } from 'image-dimensions';

export interface Picture {
  /** Its media type. */
  type: string;
  width: number;
  height: number;
}

const types: Readonly<Record<string, string>> = {
  avif: 'image/avif',
  gif: 'image/gif',
  jpeg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
};

/** The start of a file in which a picture says how large it is. */
export const pictureHeadBytes = 256 * 1024;

/**
 * What picture a file is, by its first bytes. Undefined for what is none, for what could hold a script, and for one with
 * more pixels than are shown: a few bytes can ask for gigabytes of them.
 */
export const pictureOf = (content: Uint8Array): Picture | undefined => {
  const found = measure(content.subarray(0, pictureHeadBytes));
  const type = types[found?.type ?? ''];
  if (found === undefined || type === undefined) return undefined;
  const { width, height } = found;
  const pixels = width * height;
  return pixels > 0 && pixels <= limits.readmePicturePixelsMax ? { type, width, height } : undefined;
};

const measure = (head: Uint8Array): ReturnType<typeof imageDimensionsFromData> => {
  try {
    return imageDimensionsFromData(head);
  } catch {
    return undefined;
  }
};
