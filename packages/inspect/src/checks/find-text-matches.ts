import { isOfKind } from './file-kinds.ts';
import type { Match } from './match.ts';
import { signatureRuleList } from './rules/signature-rules.ts';
import { textRuleList } from './rules/text-rules.ts';
import { webRuleList } from './rules/web-rules.ts';

const rules = [...textRuleList, ...signatureRuleList, ...webRuleList];

/** The matches of the rules about plain text in a file. */
export const findTextMatches = (name: string, text: string): Match[] => {
  const matches: Match[] = [];
  for (const [rule, { reads, pattern, beside, accepts }] of rules) {
    if (!isOfKind(name, reads) || beside?.test(text) === false) continue;
    for (const { 0: found, index } of text.matchAll(pattern)) {
      if (accepts?.(found) !== false)
        matches.push({ rule, start: index, end: index + found.length, isSecret: false });
    }
  }
  return matches;
};
