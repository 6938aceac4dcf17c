import { type LongReadKind, readSecondsMax } from './long-read.ts';

/** A read took longer than its kind may, and was ended. */
export class ReadTimeoutError extends Error {
  readonly kind: LongReadKind;

  constructor(kind: LongReadKind, options: { cause?: unknown } = {}) {
    super(`a read took longer than ${readSecondsMax[kind]} s`, options);
    this.kind = kind;
  }
}
