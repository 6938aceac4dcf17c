import type { SyntaxNode } from '../../python/syntax-tree.ts';
import { unescape } from './unescape.ts';

/** A text that is known without running the code. */
export interface FoldedText {
  text: string;
  /** Whether the source has it in another form than its value: split, reversed, as numbers, escaped. */
  isEncoded: boolean;
}

/** What the rest of the package says about an expression. */
export interface Surroundings {
  /** The dotted names that a called function can have. */
  namesOf: (callee: SyntaxNode | null) => readonly string[];
  /** The only value that is bound to a variable, or that a function returns; null if there are none or several. */
  valueOf: (node: SyntaxNode) => Placed | null;
}

interface Placed {
  node: SyntaxNode | null;
  surroundings: Surroundings;
}

/** Names are short: a longer text is no name. */
const STEPS_MAX = 200;
const CHARACTERS_MAX = 1_000;

/** The value of an expression as a text, decoded if it is encoded; undefined if only running the code could tell. */
export const foldText = (node: SyntaxNode | null, surroundings: Surroundings): FoldedText | undefined => {
  let steps = 0;
  const foldPlaced = ({ node: inner, surroundings: around }: Placed): FoldedText | undefined => {
    steps += 1;
    if (inner === null || steps > STEPS_MAX) return undefined;
    const fold = (part: SyntaxNode | null) => foldPlaced({ node: part, surroundings: around });
    const foldValue = () => {
      const value = around.valueOf(inner);
      return value === null ? undefined : foldPlaced(value);
    };
    const folded = foldNode(inner, { fold, foldValue, namesOf: around.namesOf });
    return folded === undefined || folded.text.length > CHARACTERS_MAX ? undefined : folded;
  };
  return foldPlaced({ node, surroundings });
};

type Fold = (node: SyntaxNode | null) => FoldedText | undefined;

interface Folding extends Pick<Surroundings, 'namesOf'> {
  fold: Fold;
  /** Of the node itself, which is a variable or a call. */
  foldValue: () => FoldedText | undefined;
}

const foldNode = (node: SyntaxNode, folding: Folding): FoldedText | undefined => {
  const { fold, foldValue } = folding;
  switch (node.type) {
    case 'string':
      return foldString(node);
    case 'concatenated_string':
      return foldAll(node.namedChildren, fold);
    case 'parenthesized_expression':
      return fold(node.firstNamedChild);
    case 'identifier':
    case 'attribute':
      return foldValue();
    case 'binary_operator':
      if (node.childForFieldName('operator')?.type !== '+') return undefined;
      return foldAll([node.childForFieldName('left'), node.childForFieldName('right')], fold);
    case 'subscript':
      if (node.childForFieldName('subscript')?.text !== '::-1') return undefined;
      return encoded(fold(node.childForFieldName('value')), (text) => Array.from(text).toReversed().join(''));
    case 'call':
      return foldCall(node, folding) ?? foldValue();
    default:
      return undefined;
  }
};

const foldString = (node: SyntaxNode): FoldedText | undefined => {
  if (node.namedChildren.some((child) => child?.type === 'interpolation')) return undefined;
  const [, prefix = '', content = ''] = /^(\w*)(?:"""|'''|"|')([^]*?)(?:"""|'''|"|')$/.exec(node.text) ?? [];
  const text = /r/i.test(prefix) ? content : unescape(content);
  return { text, isEncoded: text !== content };
};

/** Joins several parts. A name that is split counts as hidden, as an encoded one does. */
const foldAll = (nodes: readonly (SyntaxNode | null)[], fold: Fold): FoldedText | undefined => {
  const parts = nodes.map(fold).filter((part) => part !== undefined);
  if (parts.length < nodes.length) return undefined;
  return { text: parts.map(({ text }) => text).join(''), isEncoded: true };
};

const encoded = (folded: FoldedText | undefined, decode: (text: string) => string): FoldedText | undefined =>
  folded && { text: decode(folded.text), isEncoded: true };

const fromBase64 = (text: string): string => Buffer.from(text, 'base64').toString();
const fromHex = (text: string): string => Buffer.from(text.replaceAll(/\s/g, ''), 'hex').toString();
const rotate = (text: string): string =>
  text.replaceAll(/[a-z]/gi, (letter) => {
    const base = letter <= 'Z' ? 65 : 97;
    return String.fromCodePoint(((letter.charCodeAt(0) - base + 13) % 26) + base);
  });

const DECODERS: ReadonlyMap<string, (text: string) => string> = new Map(
  Object.entries({
    'base64.b64decode': fromBase64,
    'base64.standard_b64decode': fromBase64,
    'base64.urlsafe_b64decode': fromBase64,
    'base64.b16decode': fromHex,
    'bytes.fromhex': fromHex,
    'bytearray.fromhex': fromHex,
    'binascii.unhexlify': fromHex,
    'binascii.a2b_hex': fromHex,
    'binascii.a2b_base64': fromBase64,
    'codecs.decode': rotate,
  }),
);

const foldCall = (node: SyntaxNode, { fold, namesOf }: Folding): FoldedText | undefined => {
  const callee = node.childForFieldName('function');
  const first = node.childForFieldName('arguments')?.firstNamedChild ?? null;
  const names = namesOf(callee);
  const [decode] = names.flatMap((name) => DECODERS.get(name) ?? []);
  if (decode !== undefined) return encoded(fold(first), decode);
  if (names.some((name) => /^(?:chr|bytes|bytearray)$/.test(name))) return foldNumbers(first);
  if (names.includes('str')) return fold(first);
  if (callee?.type !== 'attribute') return undefined;
  const method = callee.childForFieldName('attribute')?.text;
  if (method === 'decode' || method === 'encode') return fold(callee.childForFieldName('object'));
  return method === 'join' ? foldJoined(first, fold, namesOf) : undefined;
};

/** `[chr(111), "s"]`, `map(chr, [111, 115])`. */
const foldJoined = (
  parts: SyntaxNode | null,
  fold: Fold,
  namesOf: Surroundings['namesOf'],
): FoldedText | undefined => {
  if (parts?.type === 'list' || parts?.type === 'tuple') return foldAll(parts.namedChildren, fold);
  if (parts?.type !== 'call' || !namesOf(parts.childForFieldName('function')).includes('map'))
    return undefined;
  const [mapped = null, numbers = null] = parts.childForFieldName('arguments')?.namedChildren ?? [];
  return namesOf(mapped).includes('chr') ? foldNumbers(numbers) : undefined;
};

const foldNumbers = (node: SyntaxNode | null): FoldedText | undefined => {
  if (node === null) return undefined;
  const numbers = node.type === 'integer' ? [node] : node.namedChildren;
  if (numbers.length > STEPS_MAX || !numbers.every((number) => number?.type === 'integer')) return undefined;
  const codes = numbers.map((number) => Number(number?.text));
  return codes.every((code) => code <= 0x10ffff)
    ? { text: String.fromCodePoint(...codes), isEncoded: true }
    : undefined;
};
