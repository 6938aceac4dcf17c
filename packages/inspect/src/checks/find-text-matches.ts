import { findWebFlows } from './find-web-flows.ts';
import { isOfKind } from './file-kinds.ts';
import type { Match } from './match.ts';
import { signatureRuleList } from './rules/signature-rules.ts';
import { textRuleList } from './rules/text-rules.ts';
import { webRuleList } from './rules/web-rules.ts';
import { findMentions } from './web-mentions.ts';

const rules = [...textRuleList, ...signatureRuleList, ...webRuleList];
/** How much of what follows a match its rule is given. */
const REST_MAX = 600;

/** The matches of the rules about plain text in a file. */
export const findTextMatches = (name: string, text: string): Match[] => {
  const matches: Match[] = [];
  const isMention = findMentions(name, text);
  const add = ({ rule, start, end }: Omit<Match, 'isSecret'>): void => {
    if (!rule.startsWith('web-') || !isMention(start)) matches.push({ rule, start, end, isSecret: false });
  };
  const joined = isOfKind(name, 'web') ? joinWords(text) : text;
  for (const [rule, { reads, pattern, beside, accepts }] of rules) {
    if (!isOfKind(name, reads) || beside?.test(joined) === false) continue;
    for (const { 0: found, index: start } of joined.matchAll(pattern)) {
      const end = start + found.length;
      if (accepts?.(found, joined.slice(end, end + REST_MAX)) !== false) add({ rule, start, end });
    }
  }
  if (isOfKind(name, 'web')) for (const found of findWebFlows(joined)) add(found);
  return matches;
};

/** Texts of JavaScript that are added up. */
const SUM =
  /(?:(?<first>["'`])[^"'`\\\n]{0,20}\k<first>[ \t]{0,9}\+[ \t]{0,9}){1,20}(?<last>["'`])[^"'`\\\n]{0,20}\k<last>/g;
const WORD =
  /^(?:eval|Function|constructor|atob|unescape|cookie|localStorage|sessionStorage|script|fetch|fromCharCode)$/;

/** A text in which words that the rules ask for are not split: `window["ev" + "al"]`. Every place in it stays the same. */
const joinWords = (text: string): string =>
  text.replaceAll(SUM, (sum) => {
    const word = sum.replaceAll(/["'`][ \t]*\+[ \t]*["'`]|["'`]/g, '');
    return WORD.test(word) ? `"${word}"`.padEnd(sum.length) : sum;
  });
