import { isKind, type Value } from './value.ts';

/** Whether a member may be absent, or stand for several: those after it have no certain place. */
export const isLoose = (value: Value | undefined): boolean =>
  isKind(value, 'unknown') && value.isLoose === true;

/** The member that a loose one may stand for, else the value itself. */
export const perhapsOf = (value: Value): Value =>
  isKind(value, 'unknown') ? (value.perhaps ?? value) : value;
