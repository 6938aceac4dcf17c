import type { FileKind } from './rule.ts';

const NAMES: Readonly<Record<FileKind, RegExp>> = {
  'any file': /^/,
  text: /^/,
  source: /\.(?:pyw?|pyi|[cm]?[jt]sx?|sh|html?)$/i,
  Python: /\.pyw?$/i,
};

/** Whether a file of this name is read by rules for the kind. A text is told by its bytes, not by its name. */
export const isOfKind = (name: string, kind: FileKind): boolean => NAMES[kind].test(name);
