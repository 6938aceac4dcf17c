import type { ReadmePart } from '@patchbay/client';
import type { ComponentChildren } from 'preact';

interface ReadmePictureProps {
  picture: NonNullable<ReadmePart['picture']>;
  /** How wide it is to be. */
  asked: number | undefined;
  /** Its words. */
  children: ComponentChildren;
  /** The page of its file; undefined where it is part of another link. */
  href: string | undefined;
}

/** In pixels; a window can be narrower. */
const [widthMax, heightMax] = [672, 800];

/**
 * The frame of a picture, as large as the picture will be, with its words. A script reads the picture from the package
 * into it, and nothing moves. Without scripts it is a link with these words.
 */
export const ReadmePicture = ({ picture, asked, children, href }: ReadmePictureProps) => {
  const { width: ownWidth, height: ownHeight, ...file } = picture;
  const scale = Math.min(1, (asked ?? ownWidth) / ownWidth, widthMax / ownWidth, heightMax / ownHeight);
  const [width, height] = [ownWidth, ownHeight].map((pixels) => Math.max(1, Math.round(pixels * scale)));
  const content = (
    <>
      <svg width={width} height={height} viewBox={`0 0 ${width} ${height}`} aria-hidden="true" />
      <span class="words">{children}</span>
    </>
  );
  const frame = { class: 'picture', 'data-picture': JSON.stringify(file) };
  return href === undefined ? (
    <span {...frame}>{content}</span>
  ) : (
    <a {...frame} href={href}>
      {content}
    </a>
  );
};
