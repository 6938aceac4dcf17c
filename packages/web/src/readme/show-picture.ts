import { limits } from '@patchbay/contract/limits';
import { pictureOf } from '@patchbay/inspect/picture';
import { explainFailure } from '../source/explain-failure.ts';
import type { PackedFile } from '../source/packed-file.ts';
import { readFile } from '../source/read-file.ts';
import { SourceError } from '../source/source-error.ts';

/** Puts a picture of the package into the frame that the page keeps for it, or a note why it is not shown. */
export const showPicture = async (frame: HTMLElement, packageUrl: string, file: string): Promise<void> => {
  const words = frame.querySelector('.words');
  try {
    const packed = JSON.parse(file) as PackedFile;
    if (Math.max(packed.size, packed.packed_size) > limits.readmePictureBytesMax) throw notShown();
    const content = await readFile(packageUrl, packed);
    const type = pictureOf(content)?.type;
    if (type === undefined) throw notShown();
    const picture = new Image();
    picture.alt = words?.textContent ?? '';
    picture.src = URL.createObjectURL(new Blob([content], { type }));
    await picture.decode().catch((cause: unknown) => {
      URL.revokeObjectURL(picture.src);
      throw notShown(cause);
    });
    words?.replaceWith(picture);
  } catch (error) {
    const note = document.createElement('small');
    note.className = 'wrong';
    note.textContent = explainFailure(error);
    words?.append(' ', note);
  }
};

const notShown = (cause?: unknown): SourceError =>
  new SourceError('This is not a picture that a browser can show.', { cause });
