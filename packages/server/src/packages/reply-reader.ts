import { limits } from '@patchbay/contract';
import { BadReplyError } from './bad-reply-error.ts';
import type { ReplyLine } from './task.ts';

/** Names, quotes and escapes come besides what a definition may take. */
const lineBytesMax = 2 * limits.appNodeBytesMax + limits.readmeBytesMax;
const bytesMax = 2 * (limits.appNodesBytesMax + limits.packageFilesBytesMax);
const partsMax = limits.appNodesMax + limits.packageFilesMax;

type ReplyPart = Extract<ReplyLine, { part: unknown }>;

/** A reply as it was sent: neither its parts nor its value are known to be what they should. */
export interface RawReply {
  parts: readonly ReplyPart[];
  last: Exclude<ReplyLine, ReplyPart>;
}

/**
 * Puts one reply together from the chunks of a hostile process, within bounds on the length of a line, of all lines,
 * and on the number of parts. `take` returns the reply once its last line came. Throws a BadReplyError.
 */
export class ReplyReader {
  #line: Buffer[] = [];
  #lineBytes = 0;
  #bytes = 0;
  readonly #parts: ReplyPart[] = [];

  take(chunk: Buffer): RawReply | undefined {
    this.#bytes += chunk.length;
    if (this.#bytes > bytesMax) throw new BadReplyError('it is too long');
    let start = 0;
    for (let end = chunk.indexOf(10); end >= 0; end = chunk.indexOf(10, start)) {
      this.#keep(chunk.subarray(start, end));
      start = end + 1;
      const reply = this.#readLine();
      if (reply === undefined) continue;
      if (start < chunk.length) throw new BadReplyError('something follows its end');
      return reply;
    }
    this.#keep(chunk.subarray(start));
    return undefined;
  }

  #keep(piece: Buffer): void {
    this.#lineBytes += piece.length;
    if (this.#lineBytes > lineBytesMax) throw new BadReplyError('a line is too long');
    this.#line.push(piece);
  }

  #readLine(): RawReply | undefined {
    const line = parse(Buffer.concat(this.#line).toString());
    this.#line = [];
    this.#lineBytes = 0;
    if ('value' in line || 'error' in line) return { parts: this.#parts, last: line };
    if (this.#parts.length === partsMax) throw new BadReplyError('it has too many parts');
    this.#parts.push(line);
    return undefined;
  }
}

const parse = (text: string): ReplyLine => {
  try {
    const line: unknown = JSON.parse(text);
    if (typeof line === 'object' && line !== null) {
      const keys = Object.keys(line).length;
      if (keys === 2 && 'part' in line && 'of' in line && typeof line.of === 'string') {
        return { part: line.part, of: line.of };
      }
      if (keys !== 1) throw new BadReplyError('a line is no part of one');
      if ('value' in line) return line;
      if ('error' in line && typeof line.error === 'string') return { error: line.error.slice(0, 2_000) };
    }
  } catch {
    // As bad as any other.
  }
  throw new BadReplyError('a line is no part of one');
};
