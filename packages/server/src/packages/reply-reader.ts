import { limits } from '@patchbay/contract';
import { type PartedList, type ReplyLine, partedLists } from './protocol.ts';
import { BadReplyError } from './reading.ts';

/** Names, quotes and escapes come besides what a definition may take. */
const lineBytesMax = 2 * limits.appNodeBytesMax + limits.readmeBytesMax;
const bytesMax = 2 * (limits.appNodesBytesMax + limits.packageFilesBytesMax);
const partsMax: Readonly<Record<PartedList, number>> = {
  appNodes: limits.appNodesMax,
  files: limits.packageFilesMax,
};

/** A reply as it was sent: neither its parts nor its value are known to be what they should. */
export interface RawReply {
  parts: Readonly<Record<PartedList, readonly unknown[]>>;
  last: { value: unknown } | { error: string };
}

/**
 * Puts one reply together from the chunks of a hostile process, within bounds on the length of a line, of all lines,
 * and on the number of parts. `take` returns the reply once its last line came. Throws a BadReplyError.
 */
export class ReplyReader {
  #isSound = false;
  #line: Buffer[] = [];
  #lineBytes = 0;
  #bytes = 0;
  readonly #parts: Record<PartedList, unknown[]> = { appNodes: [], files: [] };

  /** Whether the reader said that the package has no fault. */
  get isSound(): boolean {
    return this.#isSound;
  }

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
    if ('isSound' in line) this.#isSound = true;
    else if ('part' in line) this.#addPart(line);
    else return { parts: this.#parts, last: line };
    return undefined;
  }

  #addPart({ part, of }: { part: unknown; of: PartedList }): void {
    if (this.#parts[of].length === partsMax[of]) throw new BadReplyError(`it has too many ${of}`);
    this.#parts[of].push(part);
  }
}

const parse = (text: string): ReplyLine => {
  const line = parseJson(text);
  if (typeof line === 'object' && line !== null) {
    const keys = Object.keys(line).length;
    if (keys === 2 && 'part' in line && 'of' in line) {
      const of = partedLists.find((name) => name === line.of);
      if (of !== undefined) return { part: line.part, of };
    }
    if (keys === 1 && 'isSound' in line && line.isSound === true) return { isSound: true };
    if (keys === 1 && 'value' in line) return { value: line.value };
    if (keys === 1 && 'error' in line && typeof line.error === 'string') {
      return { error: line.error.slice(0, 2_000) };
    }
  }
  throw new BadReplyError('a line is no part of one');
};

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new BadReplyError('a line is no JSON', { cause });
  }
};
