/** The members of web-tree-sitter's object that this file reads; `syntax-tree.ts` says why they are declared again. */
interface Language {
  readonly nodeTypeCount: number;
  readonly fields: readonly (string | null)[];
  nodeTypeForId(id: number): string | null;
  nodeTypeIsNamed(id: number): boolean;
}

/** What is known of the kinds of nodes and of the fields, by the numbers that the parser has for them. */
export interface Grammar {
  readonly kinds: readonly string[];
  /** 1 for a named kind. */
  readonly isNamed: Uint8Array;
  /** 1 for a kind whose nodes have no children that anybody reads. */
  readonly isLeaf: Uint8Array;
  /** 1 for a kind whose nodes say no more than those around them. */
  readonly isSign: Uint8Array;
  /** 1 for `*x`. */
  readonly isSplat: Uint8Array;
  /** 1 for a kind that the parser reads around the `*x` of `*x()`, where Python reads the star last. */
  readonly isStarred: Uint8Array;
  readonly fields: ReadonlyMap<string, number>;
}

/** The named kinds that have no children. */
const LEAVES = new Set([
  'identifier',
  'integer',
  'float',
  'true',
  'false',
  'none',
  'comment',
  'escape_sequence',
]);
/** Tokens that nobody asks for: more than a third of all nodes. */
const SIGNS = new Set('( ) [ ] { } , . ; = -> as class def elif else for if import lambda return'.split(' '));
/** What begins with an operand. */
const OPERATIONS = new Set([
  'attribute',
  'binary_operator',
  'boolean_operator',
  'call',
  'comparison_operator',
  'conditional_expression',
  'subscript',
]);
/** The parser has this number for what it could not read. */
export const ERROR = 0xffff;

export const describeGrammar = (language: Language): Grammar => {
  const isNamed = new Uint8Array(ERROR + 1);
  const isLeaf = new Uint8Array(ERROR + 1);
  const isSign = new Uint8Array(ERROR + 1);
  const isSplat = new Uint8Array(ERROR + 1);
  const isStarred = new Uint8Array(ERROR + 1);
  const kinds: string[] = [];
  for (let id = 0; id < language.nodeTypeCount; id += 1) {
    const kind = language.nodeTypeForId(id) ?? '';
    kinds.push(kind);
    isNamed[id] = Number(language.nodeTypeIsNamed(id));
    isLeaf[id] = Number(isNamed[id] === 0 || LEAVES.has(kind));
    isSign[id] = Number(isNamed[id] === 0 && SIGNS.has(kind));
    isSplat[id] = Number(kind === 'list_splat');
    isStarred[id] = Number(OPERATIONS.has(kind));
  }
  isNamed[ERROR] = 1;
  const fields = language.fields.flatMap((name, id) => (name === null ? [] : [[name, id] as const]));
  return { kinds, isNamed, isLeaf, isSign, isSplat, isStarred, fields: new Map(fields) };
};
