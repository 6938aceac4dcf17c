import { createClient, listVersionFiles } from '@patchbay/client';
import { useEffect, useRef, useState } from 'preact/hooks';
import { explainFailure } from '../source/explain-failure.ts';
import { type Match, findMatches } from '../source/find-matches.ts';
import type { PackedFile } from '../source/packed-file.ts';
import { readTexts } from '../source/read-texts.ts';
import { sourceBounds } from '../source/source-bounds.ts';
import { formatBytes } from '../format.ts';

interface SourceSearchProps {
  /** Where the registry is, below which its endpoints are. */
  registryPath: string;
  nodeId: string;
  version: string;
  packageUrl: string;
  /** The address of this page without a query. */
  page: string;
  filesMax: number;
}

interface Asked {
  words: string;
  matchesCase: boolean;
}

type State =
  | { kind: 'waiting' | 'reading' }
  | { kind: 'asking'; bytes: number; asked: Asked }
  | { kind: 'failure'; message: string }
  | { kind: 'found'; matches: readonly Match[]; paths: readonly string[] };

const pathsMax = 20;

/** Looks for words in the files of a package, in the browser. */
export const Island = (props: SourceSearchProps) => {
  const [isReady, setIsReady] = useState(false);
  const [state, setState] = useState<State>({ kind: 'waiting' });
  const files = useRef<readonly PackedFile[]>(undefined);
  const texts = useRef<ReadonlyMap<string, string>>(undefined);
  useEffect(() => setIsReady(true), []);

  const search = async (asked: Asked, isConfirmed: boolean): Promise<State> => {
    files.current ??= await listFiles(props);
    if (texts.current === undefined) {
      const readable = files.current.filter(({ size }) => size <= sourceBounds.shownBytesMax);
      const bytes = readable.reduce((sum, { size }) => sum + size, 0);
      if (bytes > sourceBounds.searchedBytesMax && !isConfirmed) return { kind: 'asking', bytes, asked };
      texts.current = await readTexts(props.packageUrl, readable);
    }
    const { words, matchesCase } = asked;
    return {
      kind: 'found',
      matches: findMatches(texts.current, words, matchesCase),
      paths: pathsWith(files.current, words),
    };
  };
  const run = (asked: Asked, isConfirmed = false): void => {
    if (asked.words === '') return;
    setState({ kind: 'reading' });
    search(asked, isConfirmed)
      .then(setState)
      .catch((error: unknown) => setState({ kind: 'failure', message: explainFailure(error) }));
  };
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    const fields = new FormData(event.currentTarget as HTMLFormElement);
    const words = fields.get('words');
    run({ words: typeof words === 'string' ? words : '', matchesCase: fields.has('case') });
  };
  return (
    <search class="stack">
      <form class={isReady ? 'find ready' : 'find'} onSubmit={submit}>
        <label class="hidden" for="words">
          Find in the source
        </label>
        <input id="words" name="words" type="search" maxLength={200} placeholder="Find in the source" />
        <label>
          <input type="checkbox" name="case" /> Match case
        </label>
        <button>Find</button>
      </form>
      <div class="stack" aria-live="polite">
        <Outcome state={state} page={props.page} confirm={(asked) => run(asked, true)} />
      </div>
    </search>
  );
};

const listFiles = async ({ registryPath, nodeId, version, filesMax }: SourceSearchProps) => {
  const client = createClient({ url: location.origin + registryPath });
  return (await listVersionFiles(client, { nodeId, version, limit: filesMax })).files;
};

const pathsWith = (files: readonly PackedFile[], words: string): string[] =>
  files
    .map(({ path }) => path)
    .filter((path) => path.toLowerCase().includes(words.toLowerCase()))
    .slice(0, pathsMax);

interface OutcomeProps {
  state: State;
  page: string;
  confirm: (asked: Asked) => void;
}

const Outcome = ({ state, page, confirm }: OutcomeProps) => {
  switch (state.kind) {
    case 'waiting':
      return null;
    case 'reading':
      return <p class="quiet">Reading the package…</p>;
    case 'failure':
      return <p class="wrong">{state.message}</p>;
    case 'asking':
      return (
        <p>
          A search reads {formatBytes(state.bytes)} of files.{' '}
          <button type="button" onClick={() => confirm(state.asked)}>
            Search all the same
          </button>
        </p>
      );
    case 'found':
      return <Found {...state} page={page} />;
  }
};

interface FoundProps {
  matches: readonly Match[];
  paths: readonly string[];
  page: string;
}

const Found = ({ matches, paths, page }: FoundProps) => (
  <>
    <p class="quiet">
      {matches.length === 0 ? 'No line holds this text.' : `${countOf(matches)} in the files.`}
    </p>
    <ul class="matches">
      {paths.map((path) => (
        <li key={path}>
          <a href={`${page}?file=${encodeURIComponent(path)}`}>
            <bdi>{path}</bdi>
          </a>
        </li>
      ))}
      {matches.map(({ path, line, before, found, after }) => (
        <li key={`${path}:${line}`}>
          <a href={`${page}?file=${encodeURIComponent(path)}#L${line}`}>
            <bdi>{path}</bdi>, line {line}
          </a>
          <code>
            {before}
            <mark>{found}</mark>
            {after}
          </code>
        </li>
      ))}
    </ul>
  </>
);

const countOf = ({ length }: readonly Match[]): string =>
  length === sourceBounds.matchesMax
    ? `The first ${length} lines`
    : `${length} ${length === 1 ? 'line' : 'lines'}`;
