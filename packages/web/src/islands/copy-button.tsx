import { useEffect, useState } from 'preact/hooks';

interface CopyButtonProps {
  text: string;
  /** What it copies, for readers of screens. */
  of: string;
}

const shownMs = 2_000;

/** Copies a text. Without scripts or a clipboard it is not there, and the text can be selected. */
export const Island = ({ text, of }: CopyButtonProps) => {
  const [isAble, setAble] = useState(false);
  const [isDone, setDone] = useState(false);
  useEffect(() => setAble('clipboard' in navigator), []);
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(text);
    setDone(true);
    setTimeout(() => setDone(false), shownMs);
  };
  return (
    <button
      class="copy"
      type="button"
      disabled={!isAble}
      aria-label={`Copy ${of}`}
      onClick={() => void copy()}
    >
      <span aria-live="polite">{isDone ? 'Copied' : 'Copy'}</span>
    </button>
  );
};
