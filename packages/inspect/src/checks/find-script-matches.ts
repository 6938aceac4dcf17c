import { findCommands } from './find-commands.ts';
import type { Match } from './match.ts';

/** After this, the rest of a line is a comment or a text that is printed. */
const REMARK = /^\s*(?:#|::|@?rem\b|@?echo\b|printf\b|Write-(?:Host|Output)\b)/i;

/** The matches of the rules about commands in a script. Comments and text that is only printed do not count. */
export const findScriptMatches = (text: string): Match[] =>
  findCommands(text)
    .filter(({ start }) => !REMARK.test(text.slice(text.lastIndexOf('\n', start - 1) + 1, start)))
    .map((found) => ({ ...found, isSecret: false }));
