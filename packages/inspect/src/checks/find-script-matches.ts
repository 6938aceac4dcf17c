import { findCommands } from './find-commands.ts';
import type { Match } from './match.ts';

/** What makes the rest of a line a remark, or a text that is shown. */
const REMARK = /^\s*(?:#|::|@?rem\b|@?echo\b|printf\b|Write-(?:Host|Output)\b)/i;

/** What the rules about commands find in a script; its remarks and what it only prints do not count. */
export const findScriptMatches = (text: string): Match[] =>
  findCommands(text)
    .filter(({ start }) => !REMARK.test(text.slice(text.lastIndexOf('\n', start - 1) + 1, start)))
    .map((found) => ({ ...found, isSecret: false }));
