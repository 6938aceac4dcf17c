interface ClippedProps {
  text: string;
  charsMax?: number;
}

/** A text of a stranger: no longer than there is room, and its direction is its own. */
export const Clipped = ({ text, charsMax = 300 }: ClippedProps) => (
  <bdi>{text.length > charsMax ? `${text.slice(0, charsMax).toWellFormed()}…` : text}</bdi>
);
