import { useEffect, useState } from 'preact/hooks';
import type { Line } from './line.ts';
import { sourceBounds } from './source-bounds.ts';

/** Lines from the first to the last, from 1. */
interface LineRange {
  first: number;
  last: number;
}

/** What the fragment of an address or a typed text chooses: `#L12`, `#L12-L20`, `12-20`. */
const readLineRange = (text: string): LineRange | undefined => {
  const [, one, other] = /^#?L?(\d{1,7})(?:-L?(\d{1,7}))?$/.exec(text.trim()) ?? [];
  if (one === undefined || Number(one) === 0) return undefined;
  const [first = 1, last = 1] = [Number(one), Number(other ?? one)].sort((a, b) => a - b);
  return { first, last };
};

const writeLineRange = ({ first, last }: LineRange): string =>
  first === last ? `#L${first}` : `#L${first}-L${last}`;

/** A browser lays out only the blocks that are about to be seen. */
const blockLines = 200;

interface CodeProps {
  name: string;
  lines: readonly string[];
  /** Undefined until, or unless, they are known. */
  highlighted: readonly Line[] | undefined;
}

/** A text with numbered lines, of which the fragment of the address chooses some. */
export const Code = ({ name, lines, highlighted }: CodeProps) => {
  const [chosen, setChosen] = useState<LineRange>();
  useEffect(() => {
    const follow = (): void => {
      const range = readLineRange(location.hash);
      setChosen(range);
      if (range !== undefined)
        document.getElementById(`L${range.first}`)?.scrollIntoView({ block: 'center' });
    };
    follow();
    addEventListener('hashchange', follow);
    return () => removeEventListener('hashchange', follow);
  }, []);
  const shown = lines.slice(0, sourceBounds.shownLinesMax);
  const extend = (event: MouseEvent): void => {
    const to = event.target instanceof HTMLAnchorElement ? readLineRange(event.target.hash) : undefined;
    if (to === undefined || chosen === undefined || !event.shiftKey) return;
    event.preventDefault();
    const first = Math.min(chosen.first, to.first);
    location.hash = writeLineRange({ first, last: Math.max(chosen.first, to.first) });
  };
  return (
    <>
      <GoToLine lines={shown.length} />
      <section class="code" aria-label={`Text of ${name}`} tabIndex={0} onClick={extend}>
        {Array.from({ length: Math.ceil(shown.length / blockLines) }, (_, block) => (
          <Block
            key={block}
            from={block * blockLines}
            lines={shown.slice(block * blockLines, (block + 1) * blockLines)}
            highlighted={highlighted?.slice(block * blockLines, (block + 1) * blockLines)}
            chosen={chosen}
          />
        ))}
      </section>
      {lines.length > shown.length && (
        <p class="quiet">
          Only the first {shown.length} of {lines.length} lines are shown. Save the file to read all of it.
        </p>
      )}
    </>
  );
};

/** The way to lines for those who use no pointer. */
const GoToLine = ({ lines }: { lines: number }) => {
  const go = (event: SubmitEvent): void => {
    event.preventDefault();
    const typed = new FormData(event.currentTarget as HTMLFormElement).get('lines');
    const range = readLineRange(typeof typed === 'string' ? typed : '');
    if (range !== undefined) location.hash = writeLineRange(range);
  };
  return (
    <form class="go" onSubmit={go}>
      <label for="lines">Go to line</label>
      <input id="lines" name="lines" size={8} inputMode="numeric" placeholder={`1–${lines}`} />
      <button>Go</button>
    </form>
  );
};

interface BlockProps extends Omit<CodeProps, 'name'> {
  /** How many lines come before. */
  from: number;
  chosen: LineRange | undefined;
}

const Block = ({ from, lines, highlighted, chosen }: BlockProps) => (
  <div class="block">
    {lines.map((text, index) => {
      const number = from + index + 1;
      const isChosen = chosen !== undefined && chosen.first <= number && number <= chosen.last;
      return (
        <div key={number} id={`L${number}`} class={isChosen ? 'line chosen' : 'line'}>
          <a href={`#L${number}`} tabIndex={-1} aria-label={`Line ${number}`}>
            {number}
          </a>
          <code>
            {(highlighted?.[index] ?? [[text, ''] as const]).map(([piece, classes], place) =>
              classes === '' ? (
                piece
              ) : (
                <span key={place} class={classes}>
                  {piece}
                </span>
              ),
            )}
          </code>
        </div>
      );
    })}
  </div>
);
