import { hostOf } from '../host-of.ts';
import { textFlag } from './text-flag.ts';

/** Reads the name or address of a host, perhaps with a port, as URLs write it. */
const parseHost = (text: string): string => {
  const url = URL.parse(`https://${text}`);
  if (url !== null && /^[^/?#@\\]+$/.test(text)) return hostOf(url);
  throw new RangeError('must be a host such as packages.example.org or 127.0.0.1:9000');
};

/** Where a command works. */
export const intoFlag = {
  into: textFlag(
    'The folder of the nodes, instead of custom_nodes here, or this folder if there is none',
    'folder',
  ),
} as const;

/** How a command that downloads may go about it. */
export const installFlags = {
  ...intoFlag,
  force: {
    kind: 'boolean',
    default: false,
    withNegated: false,
    brief: 'Replace folders that patchbay did not install, and files that have changed since',
  },
  withDeps: {
    kind: 'boolean',
    default: false,
    withNegated: false,
    brief: 'Have pip of the host install what the nodes need; PYTHON names the interpreter',
  },
  packageHost: {
    kind: 'parsed',
    parse: parseHost,
    optional: true,
    variadic: true,
    placeholder: 'host',
    brief: 'Another host that the registry may keep its packages on',
  },
} as const;

export interface IntoFlag {
  readonly into?: string;
}

export interface InstallFlags extends IntoFlag {
  readonly force: boolean;
  readonly withDeps: boolean;
  readonly packageHost?: readonly string[];
}
