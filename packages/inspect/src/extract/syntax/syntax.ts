/** The subset of Python's grammar that the evaluator uses, as plain data; everything else is `opaque`. */

/** Offsets are UTF-16 code units into the file's text. */
export interface Span {
  start: number;
  end: number;
}

export type Expression = Span &
  (
    | { kind: 'constant'; value: null | boolean | bigint | number | string }
    | { kind: 'name'; name: string }
    | { kind: 'attribute'; object: Expression; name: string }
    | { kind: 'subscript'; object: Expression; index: Expression }
    | {
        kind: 'slice';
        lower: Expression | undefined;
        upper: Expression | undefined;
        step: Expression | undefined;
      }
    | { kind: 'call'; callee: Expression; arguments: Argument[] }
    | { kind: 'binary'; operator: string; left: Expression; right: Expression }
    | { kind: 'unary'; operator: string; operand: Expression }
    | { kind: 'logical'; operator: 'and' | 'or'; left: Expression; right: Expression }
    | { kind: 'comparison'; first: Expression; rest: { operator: string; operand: Expression }[] }
    | { kind: 'conditional'; test: Expression; consequence: Expression; alternative: Expression }
    | { kind: 'lambda'; parameters: Parameter[]; body: Expression }
    | { kind: 'list' | 'tuple' | 'set'; items: Expression[] }
    | { kind: 'dict'; entries: DictEntry[] }
    | { kind: 'comprehension'; shape: ComprehensionShape; body: ComprehensionBody; clauses: Clause[] }
    | { kind: 'format'; parts: (string | FormatField)[] }
    | { kind: 'starred'; value: Expression }
    | { kind: 'walrus'; name: string; value: Expression }
    | { kind: 'await'; value: Expression }
    | { kind: 'yield'; value: Expression | undefined; delegates: boolean }
    | { kind: 'opaque' }
  );

export type ComprehensionShape = 'list' | 'set' | 'dict' | 'generator';

/** `key` is present for a dict comprehension only. */
export interface ComprehensionBody {
  key?: Expression;
  value: Expression;
}

export type Clause =
  { kind: 'for'; target: Expression; iterable: Expression } | { kind: 'if'; test: Expression };

/** An entry without a key is a `**spread`. */
export interface DictEntry {
  key?: Expression;
  value: Expression;
}

export interface FormatField {
  value: Expression;
  /** `r`, `s` or `a`; empty if there is none. */
  conversion: string;
  /** The text after the colon; undefined if it has fields of its own. */
  specifier: string | undefined;
}

export interface Argument {
  kind: 'positional' | 'keyword' | 'spread' | 'spread-keywords';
  /** Empty unless `kind` is `keyword`. */
  name: string;
  value: Expression;
}

export interface Parameter {
  kind: 'positional' | 'keyword' | 'rest' | 'rest-keywords';
  name: string;
  fallback: Expression | undefined;
  /** Read lazily: most are never needed. */
  readAnnotation: (() => Expression) | undefined;
}

/** Lines are counted from 1. */
export type Statement = { line: number } & (
  | { kind: 'expression'; value: Expression }
  | { kind: 'assign'; targets: Expression[]; value: Expression }
  | { kind: 'annotate'; name: string; readType: () => Expression; value: Expression | undefined }
  | { kind: 'augment'; target: Expression; operator: string; value: Expression }
  | { kind: 'if'; branches: Branch[]; otherwise: Statement[] }
  | { kind: 'for'; target: Expression; iterable: Expression; body: Statement[]; otherwise: Statement[] }
  | { kind: 'while'; test: Expression; body: Statement[]; otherwise: Statement[] }
  | {
      kind: 'try';
      body: Statement[];
      handlers: Handler[];
      otherwise: Statement[];
      finally: Statement[];
    }
  | { kind: 'with'; items: WithItem[]; body: Statement[] }
  | MatchStatement
  | FunctionStatement
  | ClassStatement
  | { kind: 'return'; value: Expression | undefined }
  | { kind: 'raise' | 'pass' | 'break' | 'continue' }
  | { kind: 'import'; names: { path: string; alias: string | undefined }[] }
  | { kind: 'import-from'; level: number; path: string; names: ImportedName[] | 'all' }
  | { kind: 'declare'; scope: 'global' | 'nonlocal'; names: string[] }
  | { kind: 'delete'; targets: Expression[] }
);

export interface Branch {
  test: Expression;
  body: Statement[];
}

export interface Handler {
  name: string | undefined;
  body: Statement[];
}

export interface WithItem {
  value: Expression;
  target: Expression | undefined;
}

export interface ImportedName {
  name: string;
  alias: string | undefined;
}

export interface FunctionStatement {
  kind: 'function';
  line: number;
  name: string;
  parameters: Parameter[];
  decorators: Expression[];
  isAsync: boolean;
  /** Read at the first call: most functions of a package are never called here. */
  readBody: () => Statement[];
  readReturns: () => Expression | undefined;
}

export interface ClassStatement {
  kind: 'class';
  line: number;
  name: string;
  bases: Argument[];
  decorators: Expression[];
  body: Statement[];
}

export interface MatchStatement {
  kind: 'match';
  subject: Expression;
  arms: MatchArm[];
}

export interface MatchArm {
  /** What the subject is compared with; undefined if the pattern takes it apart or names it. */
  literals: (Expression | 'any')[] | undefined;
  isGuarded: boolean;
  body: Statement[];
}
