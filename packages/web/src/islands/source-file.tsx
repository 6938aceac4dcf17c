import { pictureOf } from '@patchbay/inspect/picture';
import { useEffect, useState } from 'preact/hooks';
import { Code } from '../source/code.tsx';
import { askWorker } from '../source/ask-worker.ts';
import { decodeText } from '../source/decode-text.ts';
import { explainFailure } from '../source/explain-failure.ts';
import type { Line } from '../source/line.ts';
import type { PackedFile } from '../source/packed-file.ts';
import { readFile } from '../source/read-file.ts';
import { sourceBounds } from '../source/source-bounds.ts';
import { splitLines } from '../source/split-lines.ts';

/** Has the browser save bytes as a file; nothing opens or runs them. */
const saveBytes = (bytes: Uint8Array<ArrayBuffer>, name: string): void => {
  const url = URL.createObjectURL(new Blob([bytes], { type: 'application/octet-stream' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
};

interface SourceFileProps {
  packageUrl: string;
  file: PackedFile;
  /** The address of the worker that highlights. */
  highlighter: string;
}

type Shown =
  | { kind: 'text'; lines: readonly string[] }
  | { kind: 'picture'; url: string }
  | { kind: 'bytes' }
  | { kind: 'failure'; message: string };

/** One file of a package, read from a range of it and verified in the browser. */
export const Island = ({ packageUrl, file, highlighter }: SourceFileProps) => {
  const [shown, setShown] = useState<Shown>();
  const [highlighted, setHighlighted] = useState<readonly Line[]>();
  const isShown = file.size <= sourceBounds.shownBytesMax;
  useEffect(() => {
    if (!isShown) return;
    const show = async (): Promise<void> => {
      const content = await readFile(packageUrl, file);
      const picture = pictureOf(content)?.type;
      if (picture !== undefined) {
        setShown({ kind: 'picture', url: URL.createObjectURL(new Blob([content], { type: picture })) });
        return;
      }
      const text = decodeText(content);
      setShown(text === undefined ? { kind: 'bytes' } : { kind: 'text', lines: splitLines(text) });
      if (text === undefined || file.size > sourceBounds.highlightedBytesMax) return;
      setHighlighted(await askWorker<Line[]>(highlighter, { path: file.path, text }));
    };
    show().catch((error: unknown) => setShown({ kind: 'failure', message: explainFailure(error) }));
  }, []);
  return (
    <>
      {isShown && <Content shown={shown} highlighted={highlighted} path={file.path} />}
      {!isShown && <p>The file is too large to be shown.</p>}
      {(shown === undefined ? !isShown : shown.kind !== 'failure') && (
        <Save packageUrl={packageUrl} file={file} />
      )}
    </>
  );
};

interface ContentProps {
  shown: Shown | undefined;
  highlighted: readonly Line[] | undefined;
  path: string;
}

const Content = ({ shown, highlighted, path }: ContentProps) => {
  switch (shown?.kind) {
    case undefined:
      return (
        <p class="quiet">A script reads the file from the package. Without scripts, download the package.</p>
      );
    case 'text':
      return <Code name={path} lines={shown.lines} highlighted={highlighted} />;
    case 'picture':
      return <img class="picture" src={shown.url} alt={`Picture ${path}`} />;
    case 'bytes':
      return <p>The file is binary. Only its size and its digest are shown.</p>;
    case 'failure':
      return (
        <p class="wrong" role="alert">
          {shown.message}
        </p>
      );
  }
};

const Save = ({ packageUrl, file }: Pick<SourceFileProps, 'packageUrl' | 'file'>) => {
  const [problem, setProblem] = useState<string>();
  const [isReady, setIsReady] = useState(false);
  useEffect(() => setIsReady(file.size <= sourceBounds.savedBytesMax), []);
  const save = (): void => {
    setProblem(undefined);
    readFile(packageUrl, file)
      .then((content) => saveBytes(content, file.path.slice(file.path.lastIndexOf('/') + 1)))
      .catch((error: unknown) => setProblem(explainFailure(error)));
  };
  if (!isReady) return null;
  return (
    <p>
      <button type="button" onClick={save}>
        Save this file
      </button>{' '}
      {problem !== undefined && (
        <span class="wrong" role="alert">
          {problem}
        </span>
      )}
    </p>
  );
};
