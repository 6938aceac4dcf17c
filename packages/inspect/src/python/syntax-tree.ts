import { ERROR, type Grammar } from './grammar.ts';
import { END, FIELD, KIND, NEXT, PARENT, START, WIDTH, liftSplat } from './node-numbers.ts';

/**
 * The members of web-tree-sitter's objects that this file reads. The library's own declarations refer to the types of
 * Emscripten, which every user of this package would have to install to compile against it.
 */
interface TreeCursor {
  readonly nodeTypeId: number;
  readonly startIndex: number;
  readonly endIndex: number;
  readonly currentFieldId: number;
  readonly nodeIsMissing: boolean;
  gotoFirstChild(): boolean;
  gotoNextSibling(): boolean;
  gotoParent(): boolean;
  delete(): void;
}
interface Tree {
  readonly rootNode: { readonly hasError: boolean };
  walk(): TreeCursor;
}

/** Where a tree is copied to before its size is known; one for all, so that no copy leaves garbage behind. */
let scratch = new Int32Array(1024 * WIDTH);
const scratchLengthMax = 1024 * 1024 * WIDTH;

/**
 * The tree of a source, copied from the parser's memory into one array, because each question to the parser costs more
 * than its answer. Offsets are UTF-16 code units.
 */
export class SyntaxTree {
  readonly text: string;
  readonly grammar: Grammar;
  readonly hasError: boolean;
  /** The nodes in the order of the source, each before its children, and without signs if there is no error. */
  readonly numbers: Int32Array;
  readonly #missing = new Set<number>();
  readonly #written: string;
  #lineStarts: Int32Array | undefined;

  /** `text` is what was parsed, and `written` what it was before; both have the same offsets. */
  constructor(tree: Tree, { text, written }: { text: string; written: string }, grammar: Grammar) {
    this.text = text;
    this.#written = written;
    this.grammar = grammar;
    this.hasError = tree.rootNode.hasError;
    const cursor = tree.walk();
    try {
      this.numbers = this.#copy(cursor);
    } finally {
      // Otherwise the library would leave it to the garbage collector, which frees it at a wrong address.
      cursor.delete();
    }
  }

  get rootNode(): SyntaxNode {
    return new SyntaxNode(this, 0);
  }

  /** Whether the parser made the node up, in order to go on. */
  isMissing(id: number): boolean {
    return this.#missing.has(id);
  }

  /** The line of a place in the source, from 1. */
  lineAt(position: number): number {
    const starts = (this.#lineStarts ??= findLineStarts(this.#written));
    let [low, high] = [0, starts.length];
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if ((starts[middle] ?? Infinity) <= position) low = middle;
      else high = middle;
    }
    return low + 1;
  }

  /** The beginning of a line of the source, in UTF-16 code units. */
  textOfLine(line: number, lengthMax: number): string {
    const starts = (this.#lineStarts ??= findLineStarts(this.#written));
    const start = starts[line - 1] ?? this.#written.length;
    return this.#written.slice(start, Math.min(starts[line] ?? Infinity, start + lengthMax));
  }

  #copy(cursor: TreeCursor): Int32Array {
    const { isLeaf, isSign, isSplat } = this.grammar;
    const splats: number[] = [];
    let numbers = scratch;
    let count = 0;
    let parent = -1;
    for (;;) {
      const kind = cursor.nodeTypeId;
      // What is missing in a faulty source can be a sign.
      if (this.hasError || isSign[kind] === 0) {
        const start = cursor.startIndex;
        const end = cursor.endIndex;
        const at = count * WIDTH;
        if (at === numbers.length) numbers = enlarge(numbers);
        numbers[at + KIND] = kind;
        numbers[at + FIELD] = cursor.currentFieldId;
        numbers[at + START] = start;
        numbers[at + END] = end;
        numbers[at + PARENT] = parent;
        numbers[at + NEXT] = count + 1;
        if (this.hasError && start === end && cursor.nodeIsMissing) this.#missing.add(count);
        if (isSplat[kind] === 1) splats.push(count);
        count += 1;
        if (isLeaf[kind] === 0 && cursor.gotoFirstChild()) {
          parent = count - 1;
          continue;
        }
      }
      while (!cursor.gotoNextSibling()) {
        if (!cursor.gotoParent()) {
          if (numbers.length <= scratchLengthMax) scratch = numbers;
          for (const splat of splats) liftSplat(numbers, splat, this.grammar.isStarred);
          return numbers.slice(0, count * WIDTH);
        }
        numbers[parent * WIDTH + NEXT] = count;
        parent = numbers[parent * WIDTH + PARENT] ?? -1;
      }
    }
  }
}

const enlarge = (numbers: Int32Array<ArrayBuffer>): Int32Array<ArrayBuffer> => {
  const larger = new Int32Array(numbers.length * 2);
  larger.set(numbers);
  return larger;
};

const findLineStarts = (text: string): Int32Array => {
  const starts = [0];
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return Int32Array.from(starts);
};

/** A node of a tree, with the names that the parser's own library has. */
export class SyntaxNode {
  readonly tree: SyntaxTree;
  /** Its place in the order of the source. */
  readonly id: number;

  constructor(tree: SyntaxTree, id: number) {
    this.tree = tree;
    this.id = id;
  }

  get type(): string {
    return this.tree.grammar.kinds[this.#read(KIND)] ?? 'ERROR';
  }

  get text(): string {
    return this.tree.text.slice(this.startIndex, this.endIndex);
  }

  get startIndex(): number {
    return this.#read(START);
  }

  get endIndex(): number {
    return this.#read(END);
  }

  /** The line on which it starts, from 1. */
  get line(): number {
    return this.tree.lineAt(this.startIndex);
  }

  get isNamed(): boolean {
    return this.tree.grammar.isNamed[this.#read(KIND)] === 1;
  }

  /** Whether it is something that the parser could not read, or that is not there. */
  get isFault(): boolean {
    return this.#read(KIND) === ERROR || this.tree.isMissing(this.id);
  }

  /** The number behind those of the nodes below it. */
  get next(): number {
    return this.#read(NEXT);
  }

  get parent(): SyntaxNode | null {
    const parent = this.#read(PARENT);
    return parent < 0 ? null : new SyntaxNode(this.tree, parent);
  }

  /** The name of the field of its parent that it is in. */
  isInField(name: string): boolean {
    return this.#read(FIELD) === this.tree.grammar.fields.get(name);
  }

  get firstChild(): SyntaxNode | null {
    return this.id + 1 < this.next ? new SyntaxNode(this.tree, this.id + 1) : null;
  }

  get firstNamedChild(): SyntaxNode | null {
    return this.namedChild(0);
  }

  get children(): SyntaxNode[] {
    return this.#childrenWhere(() => true);
  }

  get namedChildren(): SyntaxNode[] {
    const { isNamed } = this.tree.grammar;
    return this.#childrenWhere((at) => isNamed[this.tree.numbers[at + KIND] ?? 0] === 1);
  }

  get namedChildCount(): number {
    return this.namedChildren.length;
  }

  namedChild(index: number): SyntaxNode | null {
    return this.namedChildren[index] ?? null;
  }

  childForFieldName(name: string): SyntaxNode | null {
    const field = this.tree.grammar.fields.get(name);
    const { numbers } = this.tree;
    const end = this.next;
    for (let child = this.id + 1; child < end; child = numbers[child * WIDTH + NEXT] ?? end) {
      if (numbers[child * WIDTH + FIELD] === field) return new SyntaxNode(this.tree, child);
    }
    return null;
  }

  childrenForFieldName(name: string): SyntaxNode[] {
    const field = this.tree.grammar.fields.get(name);
    return this.#childrenWhere((at) => this.tree.numbers[at + FIELD] === field);
  }

  /** It and the nodes below it that are of these kinds, in the order of the source. */
  descendantsOfType(types: readonly string[]): SyntaxNode[] {
    const { grammar, numbers } = this.tree;
    const isWanted = Uint8Array.from(grammar.kinds, (kind) => Number(types.includes(kind)));
    const found: SyntaxNode[] = [];
    for (let id = this.id; id < this.next; id += 1) {
      if (isWanted[numbers[id * WIDTH + KIND] ?? 0] === 1) found.push(new SyntaxNode(this.tree, id));
    }
    return found;
  }

  #childrenWhere(isWanted: (at: number) => boolean): SyntaxNode[] {
    const { numbers } = this.tree;
    const end = this.next;
    const found: SyntaxNode[] = [];
    for (let child = this.id + 1; child < end; child = numbers[child * WIDTH + NEXT] ?? end) {
      if (isWanted(child * WIDTH)) found.push(new SyntaxNode(this.tree, child));
    }
    return found;
  }

  #read(what: number): number {
    return this.tree.numbers[this.id * WIDTH + what] ?? 0;
  }
}
