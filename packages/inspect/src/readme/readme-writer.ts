import type { Readme, ReadmePart } from '@patchbay/contract';
import { limits } from '@patchbay/contract/limits';
import { type ReadmeTag, readmeTags } from '@patchbay/contract/readme-tags';
import GithubSlugger from 'github-slugger';
import { type Link, linkOf } from './link-of.ts';

interface Open {
  /** The part that it became; undefined if only its content is kept. */
  part: ReadmePart | undefined;
  index: number;
  /** Whether nothing in it is kept. */
  isSkipped: boolean;
}

/** Elements that are replaced by others. */
const others: Readonly<Record<string, ReadmeTag>> = {
  article: 'div',
  b: 'strong',
  center: 'div',
  figcaption: 'div',
  figure: 'div',
  i: 'em',
  s: 'del',
  samp: 'code',
  section: 'div',
  strike: 'del',
  tt: 'code',
};
const same = new Map<string, ReadmeTag>(readmeTags.map((tag) => [tag, tag]));

/** Elements whose content is not text for readers, or has its own syntax. */
const skipped: ReadonlySet<string> = new Set(
  'script style template iframe noscript noembed noframes object svg math title textarea select xmp plaintext'.split(
    ' ',
  ),
);

/** The only children of these elements. The children may not be anywhere else. */
const contents: Readonly<Partial<Record<ReadmeTag, readonly ReadmeTag[]>>> = {
  ul: ['li'],
  ol: ['li'],
  dl: ['dt', 'dd'],
  table: ['thead', 'tbody', 'tr'],
  thead: ['tr'],
  tbody: ['tr'],
  tr: ['th', 'td'],
};
const contained: ReadonlySet<ReadmeTag | undefined> = new Set(Object.values(contents).flat());

/** Elements that are kept even if they are empty. */
const hollow: ReadonlySet<ReadmeTag | undefined> = new Set<ReadmeTag>(['br', 'hr', 'td', 'th']);

/**
 * If elements nest deeper than this, the text is not treated as a readme: the time to close an element grows with its
 * depth.
 */
const openMax = 1_000;

/** What a client needs to show a picture takes at most this. */
const pictureBytes = 256;

/** The minimum size of a part or an attribute besides its text. */
const partBytes = 32;
/** Excludes what surrounds the parts. */
const bytesMax = limits.readmeBytesMax - 1_024;

export class TooDeepError extends Error {}

/**
 * Writes the parts of a readme from the events of an HTML parser, in order. Keeps only elements and attributes that are
 * listed here, bounds their depth and size, and closes gaps between the levels of headings.
 */
export class ReadmeWriter {
  readonly #file: string;
  readonly #files: ReadonlyMap<string, unknown>;
  readonly #slugger = new GithubSlugger();
  readonly #parts: ReadmePart[] = [];
  readonly #open: Open[] = [];
  /** The open elements that became parts. */
  readonly #path: ReadmePart[] = [];
  #skipped = 0;
  #bytes = 0;
  #isFull = false;
  #level = 2;
  #pictures = 0;

  /** `file` is the path of the readme, and `files` has the paths of the package. */
  constructor(file: string, files: ReadonlyMap<string, unknown>) {
    this.#file = file;
    this.#files = files;
  }

  get isFull(): boolean {
    return this.#isFull;
  }

  open(name: string, attributes: Readonly<Record<string, string>>): void {
    if (this.#open.length > openMax) throw new TooDeepError('it has too many elements, one in the other');
    const isSkipped = skipped.has(name);
    if (isSkipped) this.#skipped += 1;
    const part = this.#skipped > 0 ? undefined : this.#partOf(name, attributes);
    if (part !== undefined) this.#path.push(part);
    this.#open.push({ part, index: this.#parts.length - 1, isSkipped });
    if (name === 'img' && this.#skipped === 0) this.text(wordsOf(attributes));
  }

  close(): void {
    const { part, index, isSkipped } = this.#open.pop() ?? {};
    if (isSkipped === true) this.#skipped -= 1;
    if (part === undefined || index === undefined) return;
    this.#path.pop();
    if (index === this.#parts.length - 1 && !hollow.has(part.tag)) this.#parts.pop();
    else if (isHeading(part.tag)) this.#name(part, index);
  }

  text(text: string): void {
    const parent = this.#path.at(-1)?.tag;
    if (this.#skipped > 0 || text === '' || (parent !== undefined && parent in contents)) return;
    this.#write(text);
  }

  /** What was written. */
  finish(isCut: boolean): Readme {
    const last = this.#parts.at(-1);
    // The cut may split a character.
    if (last?.text !== undefined) last.text = last.text.toWellFormed();
    return { file: this.#file, ...((isCut || this.#isFull) && { is_cut: true }), parts: this.#parts };
  }

  #write(text: string): void {
    const last = this.#parts.at(-1);
    const depth = this.#path.length;
    // The parser splits texts into several events.
    if (last?.text !== undefined && last.depth === depth) {
      last.text += this.#fitting(text, 0);
      return;
    }
    if (depth === 0 && text.trim() === '') return;
    const kept = this.#fitting(text, partBytes);
    if (kept !== '') this.#parts.push({ depth, text: kept });
  }

  /** As much of a text as fits. */
  #fitting(text: string, besides: number): string {
    if (this.#isFull) return '';
    const bytes = Buffer.byteLength(JSON.stringify(text)) - 2 + besides;
    if (this.#take(bytes)) return text;
    // An escaped character takes at most six bytes.
    return text.slice(0, Math.max(0, Math.floor((bytesMax - this.#bytes - besides) / 6)));
  }

  #add(part: ReadmePart): ReadmePart | undefined {
    if (this.#isFull || !this.#take(Buffer.byteLength(JSON.stringify(part)) + 1)) return undefined;
    this.#parts.push(part);
    return part;
  }

  #take(bytes: number): boolean {
    this.#isFull ||= this.#bytes + bytes > bytesMax;
    if (!this.#isFull) this.#bytes += bytes;
    return !this.#isFull;
  }

  #partOf(name: string, attributes: Readonly<Record<string, string>>): ReadmePart | undefined {
    const tag = this.#tagOf(name);
    const depth = this.#path.length;
    if (tag === undefined || depth >= limits.readmeDepthMax) return undefined;
    const parent = this.#path.at(-1)?.tag;
    const allowed = parent === undefined ? undefined : contents[parent];
    if (allowed === undefined ? contained.has(tag) : !allowed.includes(tag)) return undefined;
    if (tag === 'a') return this.#linkTo(this.#resolve(attributes['href']));
    if (tag === 'img') return this.#show(attributes);
    const language = tag === 'code' && parent === 'pre' ? languageOf(attributes) : undefined;
    if (language !== undefined) return this.#add({ depth, tag, language });
    const start = tag === 'ol' ? /^\d{1,9}$/.exec(attributes['start'] ?? '')?.[0] : undefined;
    return this.#add({ depth, tag, ...(start !== undefined && { start: Number(start) }) });
  }

  /**
   * The first heading is one level below that of the page's section; each later one is at most one level below the one
   * before it.
   */
  #tagOf(name: string): ReadmeTag | undefined {
    const [, level] = /^h([1-6])$/.exec(name) ?? [];
    if (level === undefined) return same.get(name) ?? others[name];
    this.#level = Math.min(Number(level) + 2, this.#level + 1, 6);
    return same.get(`h${this.#level}`);
  }

  #resolve(target = ''): Link | undefined {
    return linkOf(target, { files: this.#files, readme: this.#file });
  }

  #linkTo(link: Link | undefined): ReadmePart | undefined {
    if (link === undefined || this.#path.some(({ tag }) => tag === 'a')) return undefined;
    return this.#add({ depth: this.#path.length, tag: 'a', ...link });
  }

  /** A picture of the package. Of one from elsewhere a link: no page of a registry loads what a readme names. */
  #show({ src = '', width = '' }: Readonly<Record<string, string>>): ReadmePart | undefined {
    const link = this.#resolve(src);
    const isShown = link !== undefined && 'file' in link && this.#pictures < limits.readmePicturesMax;
    if (!isShown) return this.#linkTo(link);
    this.#pictures += 1;
    if (!this.#take(pictureBytes)) return undefined;
    const [, pixels] = /^([1-9]\d{0,3})(?:px)?$/.exec(width.trim()) ?? [];
    const asked = pixels === undefined ? {} : { width: Number(pixels) };
    return this.#add({ depth: this.#path.length, tag: 'img', ...link, ...asked });
  }

  #name(part: ReadmePart, index: number): void {
    const words = this.#parts.slice(index).map(({ text = '' }) => text);
    const slug = this.#slugger.slug(words.join('').slice(0, 200));
    const [id] = /^[\p{L}\p{M}\p{N}_-]{1,200}$/u.exec(slug) ?? [];
    if (id !== undefined && this.#take(Buffer.byteLength(id) + partBytes)) part.id = `readme-${id}`;
  }
}

/** Of a picture: they stand where it is not shown. */
const wordsOf = ({ alt = '' }: Readonly<Record<string, string>>): string =>
  alt.trim() === '' ? 'Picture' : alt;

/** Of code in a fence, as Markdown writes it. */
const languageOf = ({ class: classes = '' }: Readonly<Record<string, string>>): string | undefined =>
  /(?:^|\s)language-([a-z0-9+#-]{1,20})(?=\s|$)/i.exec(classes)?.[1]?.toLowerCase();

const isHeading = (tag: ReadmeTag | undefined): boolean => tag !== undefined && /^h[3-6]$/.test(tag);
