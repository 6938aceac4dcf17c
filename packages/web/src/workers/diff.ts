// Compares two lists of lines, apart from the page, which gives up on it after a while.
import { diffArrays } from 'diff';
import type { Run } from '../source/run.ts';

interface Question {
  before: readonly string[];
  after: readonly string[];
  ignoresSpace: boolean;
}

const compare = ({ before, after, ignoresSpace }: Question): Run[] => {
  const keyOf = (line: string): string => (ignoresSpace ? line.replaceAll(/\s+/g, '') : line);
  return diffArrays(before.map(keyOf), after.map(keyOf)).map(({ added, removed, count }) => ({
    kind: added ? 'added' : removed ? 'removed' : 'same',
    count,
  }));
};

addEventListener('message', ({ data }: MessageEvent<Question>) => postMessage(compare(data)));
