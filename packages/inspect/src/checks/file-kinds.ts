import type { FileKind } from './rule.ts';

const NAMES: Readonly<Record<FileKind, RegExp>> = {
  'any file': /^/,
  text: /^/,
  source: /\.(?:pyw?|pyi|[cm]?[jt]sx?|sh|html?)$/i,
  Python: /\.pyw?$/i,
  web: /\.(?:[cm]?[jt]sx?|html?|svg|vue)$/i,
  commands: /\.(?:sh|bash|zsh|command|ps1|psm1|bat|cmd)$/i,
  settings: /\.(?:pyw?|[cm]?[jt]sx?|sh|bash|html?|json|ya?ml|toml|ini|cfg|conf|bat|cmd|ps1)$/i,
  requirements: /(?:^|\/)(?:[\w-]*requirements[\w-]*\.txt|pyproject\.toml)$/i,
  'path file': /\.pth$/i,
};

/**
 * Whether rules for the kind read a file of this name. A text is recognized by its bytes, not by its name. Commands
 * also occur in Python, as arguments of its calls.
 */
export const isOfKind = (name: string, kind: FileKind): boolean => NAMES[kind].test(name);
