import { findCommands } from './find-commands.ts';
import type { Match } from './match.ts';

const REMARK = /^\s*(?:#|::|@?rem\b)/i;
const PRINTS = /^\s*(?:@?echo\b|printf\b|Write-(?:Host|Output)\b)/i;
/** What a shell puts in its place inside a text that is printed. */
const SUBSTITUTES = /\$\(|`/;
/** Texts in quotes, and what ends a command. */
const PARTS = /"(?:[^"\\]|\\.?)*(?:"|$)|'[^']*'|[;&|]+/g;
/** How much of a line is read around a match. */
const CHARACTERS_MAX = 2_000;

/** The matches of the rules about commands in a script. Comments and text that is only printed do not count. */
export const findScriptMatches = (file: string, text: string): Match[] => {
  const joined = joinLines(file, text);
  return findCommands(joined)
    .filter(({ start }) => runs(joined, start))
    .map((found) => ({ ...found, isSecret: false }));
};

/** The text with spaces where lines are continued, so that offsets stay the same. A remark does not go on. */
const joinLines = (file: string, text: string): string => {
  if (/\.psm?1$/i.test(file)) return text.replaceAll(/^(?![ \t]*#)([^\n]*)`\n/gm, '$1  ');
  if (/\.(?:bat|cmd)$/i.test(file)) return text.replaceAll(/^([^\n]*)\^\n/gm, '$1  ');
  return text.replaceAll(/^(?![ \t]*#)([^\n]*)\\\n/gm, '$1  ');
};

const runs = (text: string, at: number): boolean => {
  const start = text.lastIndexOf('\n', at - 1) + 1;
  if (REMARK.test(text.slice(start, Math.min(at, start + CHARACTERS_MAX)))) return false;
  const near = Math.max(start, at - CHARACTERS_MAX);
  const [line = ''] = text.slice(near, at + CHARACTERS_MAX).split('\n', 1);
  let command = 0;
  for (const { 0: part, index } of line.matchAll(PARTS)) {
    if (index >= at - near) break;
    if (/^[;&|]/.test(part)) command = index + part.length;
  }
  const before = line.slice(command, at - near);
  return !PRINTS.test(before) || SUBSTITUTES.test(before);
};
