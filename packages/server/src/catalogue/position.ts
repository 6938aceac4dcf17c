import { hash } from 'node:crypto';
import { patterns } from '@patchbay/contract';
import { ApiError } from '../errors.ts';

/** Where in a change about many nodes a follower is: behind this node, or behind this version of it. */
export interface Place {
  nodeKey: string;
  /** Empty for the node itself. */
  versionId: string;
}

/** How far a follower has come: behind the change `seq`, and behind `place` of the next one. */
export interface Position {
  seq: number;
  /** Undefined where only the number was sent, which nothing verifies. */
  mark: string | undefined;
  place: Place | undefined;
}

const pattern = new RegExp(patterns.position.pattern, 'u');

/** Undefined for a text that is no position. */
export const parsePosition = (text: string): Position | undefined => {
  if (!pattern.test(text)) return undefined;
  const [behind = '', ...places] = text.split('~');
  const [seq, mark] = behind.split('.');
  const place = places.join('~');
  const at = place.lastIndexOf('@');
  return {
    seq: Number(seq),
    mark,
    place:
      place === ''
        ? undefined
        : at === -1
          ? { nodeKey: place, versionId: '' }
          : { nodeKey: place.slice(0, at), versionId: place.slice(at + 1) },
  };
};

export const writePosition = (seq: number, mark: string, place?: Place): string => {
  const behind = `${seq}.${mark}`;
  if (place === undefined) return behind;
  return `${behind}~${place.nodeKey}${place.versionId === '' ? '' : `@${place.versionId}`}`;
};

const markChars = 8;

/**
 * What a position says besides its number, so that a number of another log is noticed, of the same log before it was
 * restored, or of documents that read differently by now. `rendering` says how documents are rendered.
 */
export const markOf = (rendering: string, change: { at: string; subject: string } | undefined): string =>
  hash('sha256', JSON.stringify([rendering, change?.at, change?.subject]), 'base64url').slice(0, markChars);

/** Whether a place is behind another one, or the same. */
export const isWithin = (place: Place, end: Place | undefined): boolean =>
  end !== undefined &&
  (place.nodeKey < end.nodeKey || (place.nodeKey === end.nodeKey && place.versionId <= end.versionId));

export const positionUnknown = (text: string): ApiError =>
  new ApiError(
    'position_unknown',
    `The position "${text}" is not one of this log. Get the catalogue again, and continue from the position in its first line.`,
  );
