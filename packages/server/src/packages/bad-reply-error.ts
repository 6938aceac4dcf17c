import { ReadFailedError } from './package-reader.ts';

/** What a reader sent is no reply to what it was asked. */
export class BadReplyError extends ReadFailedError {}
