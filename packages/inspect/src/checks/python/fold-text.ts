import type { SyntaxNode } from '../../python/syntax-tree.ts';
import { type Constant, isMapping, isNumber, itemsIn } from './constant.ts';
import { calculate, FUNCTIONS, METHODS, sliced } from './text-functions.ts';
import { unescape } from './unescape.ts';

/** A text that is known without running the code. */
export interface FoldedText {
  text: string;
  /** Whether a word of it stands nowhere in the source in that form: it is split, reversed, made of numbers, escaped. */
  isEncoded: boolean;
}

/** What the rest of the package says about an expression. */
export interface Surroundings {
  /** The dotted names that a called function can have. */
  namesOf: (callee: SyntaxNode | null) => readonly string[];
  /**
   * The only value that is bound to a variable, or that a function returns, with what is added to it by `+=`; empty if
   * there are none or several.
   */
  valuesOf: (node: SyntaxNode) => readonly Placed[];
}

interface Placed {
  node: SyntaxNode | null;
  surroundings: Surroundings;
}

/** Names are short: a longer text is no name. */
const STEPS_MAX = 300;
const CHARACTERS_MAX = 1_000;
const ITEMS_MAX = 200;

/** The value of an expression as a text, decoded if it is encoded; undefined if only running the code could tell. */
export const foldText = (node: SyntaxNode | null, surroundings: Surroundings): FoldedText | undefined => {
  const folding = new Folding();
  const value = folding.fold({ node, surroundings }, NO_ITEMS);
  if (typeof value !== 'string') return undefined;
  return { text: value, isEncoded: !folding.hasWordsOf(value) };
};

/** What the variables of the comprehensions around an expression stand for. */
type Items = ReadonlyMap<string, Constant | undefined>;
const NO_ITEMS: Items = new Map();

class Folding {
  /** The texts as they stand in the source. */
  readonly #written: string[] = [];
  #steps = 0;

  /** Whether all words of the value can be read in the source. */
  hasWordsOf(value: string): boolean {
    const written = new Set(this.#written.flatMap(wordsOf));
    return wordsOf(value).every((word) => written.has(word));
  }

  fold(placed: Placed, items: Items): Constant | undefined {
    this.#steps += 1;
    if (placed.node === null || this.#steps > STEPS_MAX) return undefined;
    const value = this.#foldNode(placed.node, placed.surroundings, items);
    return typeof value === 'object' || String(value).length <= CHARACTERS_MAX ? value : undefined;
  }

  #foldNode(node: SyntaxNode, surroundings: Surroundings, items: Items): Constant | undefined {
    const fold = (part: SyntaxNode | null) => this.fold({ node: part, surroundings }, items);
    const field = (name: string) => node.childForFieldName(name);
    switch (node.type) {
      case 'string':
        return this.#foldString(node, fold);
      case 'integer':
        return Number(node.text.replaceAll('_', ''));
      case 'unary_operator': {
        const value = fold(field('argument'));
        return isNumber(value) && node.text.startsWith('-') ? -value : undefined;
      }
      case 'concatenated_string':
        return node.namedChildren.map(fold).reduce((sum, part) => calculate('+', sum, part), '');
      case 'parenthesized_expression':
        return fold(node.firstNamedChild);
      case 'list':
      case 'tuple':
        return node.next - node.id > ITEMS_MAX ? undefined : node.namedChildren.map(fold);
      case 'dictionary':
        return node.next - node.id > ITEMS_MAX ? undefined : foldPairs(node, fold);
      case 'dictionary_splat':
        return fold(node.firstNamedChild);
      case 'named_expression':
        return fold(field('value'));
      case 'identifier':
        return items.has(node.text) ? items.get(node.text) : this.#foldValue(node, surroundings);
      case 'attribute':
        return this.#foldValue(node, surroundings);
      case 'binary_operator':
        return calculate(field('operator')?.type ?? '', fold(field('left')), fold(field('right')));
      case 'subscript':
        return foldItem(node, fold);
      case 'list_comprehension':
      case 'generator_expression':
        return this.#foldComprehension(node, surroundings, items);
      case 'call':
        return this.#foldCall(node, surroundings, fold) ?? this.#foldValue(node, surroundings);
      default:
        return undefined;
    }
  }

  /** Of a variable or call. */
  #foldValue(node: SyntaxNode, surroundings: Surroundings): Constant | undefined {
    const [first, ...added] = surroundings.valuesOf(node).map((value) => this.fold(value, NO_ITEMS));
    return added.reduce((sum, part) => calculate('+', sum, part), first);
  }

  #foldString(node: SyntaxNode, fold: Fold): Constant | undefined {
    const parts = node.namedChildren;
    if (parts.some(({ type }) => type === 'interpolation')) {
      const texts = parts.map((part) => {
        if (part.type === 'interpolation') return fold(part.childForFieldName('expression'));
        return part.type === 'string_content' ? this.#read(node, part.text) : '';
      });
      return texts.reduce((sum, part) => calculate('+', sum, part), '');
    }
    const [, content = ''] = /^\w*(?:"""|'''|"|')([^]*?)(?:"""|'''|"|')$/.exec(node.text) ?? [];
    return this.#read(node, content);
  }

  #read(string: SyntaxNode, content: string): string {
    this.#written.push(content.slice(0, CHARACTERS_MAX));
    return /^\w*r/i.test(string.text.slice(0, 3)) ? content : unescape(content);
  }

  /** `chr(c - 1) for c in [116, 122]`. */
  #foldComprehension(node: SyntaxNode, surroundings: Surroundings, items: Items): Constant | undefined {
    const [body = null, clause = null, ...others] = node.namedChildren;
    const target = clause?.childForFieldName('left');
    if (others.length > 0 || target?.type !== 'identifier') return undefined;
    const right = { node: clause?.childForFieldName('right') ?? null, surroundings };
    const value = this.fold(right, items);
    const values = itemsIn(isBytes(right.node) ? codesOf(value) : value);
    return values
      ?.slice(0, ITEMS_MAX)
      .map((value) => this.fold({ node: body, surroundings }, new Map([...items, [target.text, value]])));
  }

  #foldCall(node: SyntaxNode, { namesOf }: Surroundings, fold: Fold): Constant | undefined {
    const callee = node.childForFieldName('function');
    const args = node.childForFieldName('arguments');
    // Of a generator, the brackets of the call are its own.
    const all = (args?.type === 'generator_expression' ? [args] : (args?.namedChildren ?? [])).slice(0, 9);
    const given = all.filter(({ type }) => type !== 'keyword_argument');
    const foldAll = (): (Constant | undefined)[] => {
      const named = all
        .filter(({ type }) => type === 'keyword_argument')
        .map((one) => [one.childForFieldName('name')?.text, fold(one.childForFieldName('value'))] as const);
      return [...given.map(fold), ...(named.length === 0 ? [] : [new Map(named)])];
    };
    const names = namesOf(callee);
    const [calculated] = names.flatMap((name) => FUNCTIONS.get(name) ?? []);
    if (calculated !== undefined) return calculated(...foldAll());
    if (names.includes('map')) {
      const [each] = namesOf(given[0] ?? null).flatMap((name) => FUNCTIONS.get(name) ?? []);
      return each && itemsIn(fold(given[1] ?? null))?.map((item) => each(item));
    }
    if (callee?.type !== 'attribute') return undefined;
    const name = callee.childForFieldName('attribute')?.text ?? '';
    const method = METHODS.get(name);
    if (method === undefined) return undefined;
    const object = fold(callee.childForFieldName('object'));
    return name === 'decode' || name === 'encode' ? method(object) : method(object, ...foldAll());
  }
}

type Fold = (node: SyntaxNode | null) => Constant | undefined;

const wordsOf = (text: string): string[] => text.toLowerCase().match(/\w+/g) ?? [];

const foldPairs = (node: SyntaxNode, fold: Fold): Constant =>
  new Map(
    node.namedChildren
      .filter(({ type }) => type === 'pair')
      .map((pair) => [fold(pair.childForFieldName('key')), fold(pair.childForFieldName('value'))]),
  );

/** Whether an expression makes bytes, whose items are numbers. */
const isBytes = (node: SyntaxNode | null): boolean =>
  node?.type === 'string'
    ? /^[ru]?b/i.test(node.text.slice(0, 2))
    : /\.(?:encode|fromhex|b64decode|unhexlify)$/.test(node?.childForFieldName('function')?.text ?? '');

const codesOf = (value: Constant | undefined): Constant | undefined =>
  typeof value === 'string' ? Array.from(value, (sign) => sign.codePointAt(0)) : value;

/** `text[2:8]`, `names[1]`, `names["a"]`. */
const foldItem = (node: SyntaxNode, fold: Fold): Constant | undefined => {
  const value = fold(node.childForFieldName('value'));
  const key = node.childForFieldName('subscript');
  if (key?.type !== 'slice') {
    const index = fold(key);
    if (isMapping(value)) return value.get(index);
    return isNumber(index) ? itemsIn(value)?.at(index) : undefined;
  }
  const bounds = key.text.split(':').map((bound) => (bound.trim() === '' ? undefined : Number(bound)));
  return bounds.every((bound) => bound === undefined || Number.isSafeInteger(bound))
    ? sliced(value, bounds)
    : undefined;
};
