interface MarkedProps {
  text: string;
  /** Words of a search, in any case. */
  words: readonly string[];
}

/** A text in which the words of a search are marked. */
export const Marked = ({ text, words }: MarkedProps) => {
  const sought = words.filter((word) => word !== '').toSorted((one, other) => other.length - one.length);
  if (sought.length === 0) return <>{text}</>;
  const pattern = new RegExp(`(${sought.map(asPattern).join('|')})`, 'giu');
  return (
    <>
      {text.split(pattern).map((part, index) => (index % 2 === 1 ? <mark key={index}>{part}</mark> : part))}
    </>
  );
};

const asPattern = (word: string): string => word.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);
