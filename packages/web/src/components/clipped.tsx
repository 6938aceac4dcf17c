import { clip } from '../clip.ts';

interface ClippedProps {
  text: string;
  charsMax?: number;
}

/** A text of a stranger: no longer than there is room, and its direction is its own. */
export const Clipped = ({ text, charsMax = 300 }: ClippedProps) => <bdi>{clip(text, charsMax + 1)}</bdi>;
