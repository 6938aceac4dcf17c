import { isKind, type Value } from './value.ts';

/** Whether a member may be absent, or stand for several: those after it have no certain place. */
export function isLoose(value: Value | undefined): boolean {
  return isKind(value, 'unknown') && value.isLoose === true;
}

/** The member that a loose one may stand for, else the value itself. */
export function perhapsOf(value: Value): Value {
  return isKind(value, 'unknown') ? (value.perhaps ?? value) : value;
}
