import { isKind, type Value } from './value.ts';

/** Whether a member may be absent or stand for several, so that the indices after it are uncertain. */
export const isLoose = (value: Value | undefined): boolean =>
  isKind(value, 'unknown') && value.isLoose === true;

/** The member that a loose one may stand for, or else the value itself. */
export const perhapsOf = (value: Value): Value =>
  isKind(value, 'unknown') ? (value.perhaps ?? value) : value;
