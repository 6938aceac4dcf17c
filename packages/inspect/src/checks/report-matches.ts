import type { FindingList } from './finding-list.ts';
import type { Match } from './match.ts';
import { indexLines } from './text-lines.ts';
import { writeExcerpt } from './write-excerpt.ts';

/** Turns ranges of a text into findings, one for each line and rule. */
export const reportMatches = (
  { file, text, matches }: { file: string; text: string; matches: readonly Match[] },
  findings: FindingList,
): void => {
  if (matches.length === 0) return;
  const ordered = [...matches].sort((a, b) => a.start - b.start);
  const secrets = ordered.filter(({ isSecret }) => isSecret);
  const lines = indexLines(text);
  const seen = new Set<string>();
  for (const { rule, start } of ordered) {
    const line = lines.lineAt(start);
    if (seen.has(`${line} ${rule}`)) continue;
    seen.add(`${line} ${rule}`);
    findings.add(rule, { file, line, excerpt: writeExcerpt(text, start, lines.rangeOf(line), secrets) });
  }
};
