import type { RuleId } from './ruleset.ts';
import { ASSIGNMENT, type Held, webFlows } from './rules/web-flows.ts';
import { lastBefore } from './web-mentions.ts';

/** How far from its assignment a variable counts. Names are short in scripts that a tool shortened. */
const CHARACTERS_MAX = 1_000;
/** Where nothing of this stands, no variable can matter. */
const SOURCES =
  /\batob\b|\bfetch\b|\beval\b|\bFunction\b|responseText|createElement|createObjectURL|WebSocket|\bimport\s*\(/;

/** The matches of rules about what the variables of JavaScript hold. */
export const findWebFlows = (text: string): { rule: RuleId; start: number; end: number }[] => {
  if (!SOURCES.test(text)) return [];
  const variables = readVariables(text);
  if (variables.size === 0) return [];
  const start = (name: string | undefined, at: number, kinds: readonly Held[] | undefined) => {
    if (kinds === undefined) return at;
    const last = lastBefore(variables.get(name ?? '') ?? [], at);
    return last !== undefined && at - last.at <= CHARACTERS_MAX && kinds.includes(last.held)
      ? last.at
      : undefined;
  };
  return webFlows.flatMap(({ rule, pattern, object, value }) =>
    [...text.matchAll(pattern)].flatMap(({ 0: found, index, groups }) => {
      const begun = [start(groups?.['object'], index, object), start(groups?.['value'], index, value)];
      const known = begun.filter((at) => at !== undefined);
      return known.length < begun.length
        ? []
        : [{ rule, start: Math.min(...known), end: index + found.length }];
    }),
  );
};

interface Assignment {
  held: Held;
  at: number;
}

const readVariables = (text: string): Map<string, Assignment[]> => {
  const variables = new Map<string, Assignment[]>();
  for (const { index, groups = {} } of text.matchAll(ASSIGNMENT)) {
    const { name = '', text: answer, ...kinds } = groups;
    const isText = answer !== undefined && lastBefore(variables.get(answer) ?? [], index)?.held === 'answer';
    const [held] = Object.keys(kinds).filter((kind) => kinds[kind] !== undefined) as Held[];
    const kind = isText ? 'downloaded' : held;
    if (kind === undefined) continue;
    const known = variables.get(name);
    if (known === undefined) variables.set(name, [{ held: kind, at: index }]);
    else known.push({ held: kind, at: index });
  }
  return variables;
};
