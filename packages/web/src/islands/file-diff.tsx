import { useEffect, useState } from 'preact/hooks';
import { askWorker } from '../source/ask-worker.ts';
import { decodeText } from '../source/decode-text.ts';
import { DiffTable } from '../source/diff-table.tsx';
import { explainFailure } from '../source/explain-failure.ts';
import type { PackedFile } from '../source/packed-file.ts';
import { readFile } from '../source/read-file.ts';
import type { Run } from '../source/run.ts';
import { sourceBounds } from '../source/source-bounds.ts';
import { splitLines } from '../source/split-lines.ts';

interface Side {
  packageUrl: string;
  file: PackedFile;
}

interface FileDiffProps {
  path: string;
  /** Absent where the version has no such file. */
  before?: Side;
  after?: Side;
  /** The address of the worker that compares. */
  differ: string;
}

interface Texts {
  before: readonly string[];
  after: readonly string[];
}

/** What differs between two versions of a file, each read from a range of its package and verified in the browser. */
export const Island = ({ path, before, after, differ }: FileDiffProps) => {
  const [texts, setTexts] = useState<Texts>();
  const [runs, setRuns] = useState<readonly Run[]>();
  const [message, setMessage] = useState<string>();
  const [ignoresSpace, setIgnoresSpace] = useState(false);
  useEffect(() => {
    const read = async (): Promise<void> => {
      const [one, other] = await Promise.all([linesOf(before), linesOf(after)]);
      if (one === undefined || other === undefined)
        setMessage('The file is binary or too large to compare its lines.');
      else setTexts({ before: one, after: other });
    };
    read().catch((error: unknown) => setMessage(explainFailure(error)));
  }, []);
  useEffect(() => {
    if (texts === undefined) return;
    let isCurrent = true;
    const compare = async (): Promise<void> => {
      const found = await askWorker<Run[]>(differ, { ...texts, ignoresSpace });
      if (!isCurrent) return;
      if (found === undefined)
        setMessage('The two are too different to compare in time. Read them one by one.');
      else setRuns(found);
    };
    void compare();
    return () => {
      isCurrent = false;
    };
  }, [texts, ignoresSpace]);
  if (message !== undefined) {
    return (
      <p class="wrong" role="alert">
        {message}
      </p>
    );
  }
  if (texts === undefined || runs === undefined) {
    return <p class="quiet">A script compares the two. Without scripts, download both packages.</p>;
  }
  return (
    <>
      <label>
        <input type="checkbox" checked={ignoresSpace} onChange={() => setIgnoresSpace(!ignoresSpace)} />{' '}
        Ignore spaces
      </label>
      <DiffTable path={path} runs={runs} {...texts} />
    </>
  );
};

/** Undefined if there are none to compare. */
const linesOf = async (side: Side | undefined): Promise<string[] | undefined> => {
  if (side === undefined) return [];
  if (side.file.size > sourceBounds.shownBytesMax) return undefined;
  const text = decodeText(await readFile(side.packageUrl, side.file));
  return text === undefined ? undefined : splitLines(text);
};
