import {
  ADDRESS,
  ANY_ADDRESS,
  AWAITS_FETCH,
  DATA,
  DECODES,
  GLOBAL,
  HOLDS_TEXT,
  NAME,
  PAGE_DATA,
  RUNS,
  SCRIPT,
} from './web-patterns.ts';
import type { webRules } from './web-rules.ts';

/** What a variable of JavaScript can hold that a rule asks for. */
export type Held =
  'runner' | 'socket' | 'decoder' | 'decoded' | 'answer' | 'downloaded' | 'data' | 'address' | 'script';

/** What is assigned to a variable of each kind. The first that fits counts. */
const ASSIGNED: readonly (readonly [Held, string])[] = [
  ['runner', String.raw`${GLOBAL}(?:eval|Function)\s*[;,\n]`],
  ['decoder', String.raw`${GLOBAL}atob\s*[;,\n]`],
  ['decoded', String.raw`${GLOBAL}atob\s*\(`],
  [
    'downloaded',
    String.raw`await\s+\(\s*await\s+fetch\([^\n]{1,300}?\)\s*\)\.text\(\)|${NAME}\.responseText\b`,
  ],
  ['answer', String.raw`await\s+fetch\s*\(`],
  ['data', String.raw`(?:${DATA}|${GLOBAL}URL\.createObjectURL\s*\()`],
  ['address', ADDRESS],
  ['socket', String.raw`new\s+WebSocket\s*\(\s*${ANY_ADDRESS}`],
  ['script', SCRIPT],
];

/** Finds the variables, each with a group of the name of its kind. */
export const ASSIGNMENT = new RegExp(
  String.raw`\b(?<name>${NAME})\s*=\s*(?:${ASSIGNED.map(([held, text]) => `(?<${held}>${text})`).join('|')}|await\s+(?<text>${NAME})\.text\(\))`,
  'g',
);

/** Where a rule finds something: a pattern with variables, and what they must hold. */
interface WebFlow {
  rule: keyof typeof webRules;
  /** Global, with a group for each variable. */
  pattern: RegExp;
  object?: readonly Held[];
  value?: readonly Held[];
}

const VALUE = `(?<value>${NAME})`;
const OBJECT = String.raw`\b(?<object>${NAME})`;

export const webFlows: readonly WebFlow[] = (
  [
    ['web-exec-decoded', String.raw`${RUNS}${VALUE}\s*[),]`, { value: ['decoded'] }],
    ['web-exec-decoded', String.raw`${OBJECT}\s*\(\s*${DECODES}`, { object: ['runner'] }],
    ['web-exec-decoded', String.raw`${RUNS}(?<object>${NAME})\s*\(`, { object: ['decoder'] }],
    ['web-exec-downloaded', String.raw`${RUNS}${VALUE}\s*[),]`, { value: ['downloaded'] }],
    ['web-exec-downloaded', String.raw`${RUNS}await\s+${VALUE}\.text\(\)`, { value: ['answer'] }],
    ['web-import-data', String.raw`\bimport\s*\(\s*${VALUE}\s*\)`, { value: ['data'] }],
    ['web-import-data', String.raw`${OBJECT}\.src\s*=\s*${DATA}`, { object: ['script'] }],
    [
      'web-script-decoded',
      String.raw`${OBJECT}\.(?:${HOLDS_TEXT}\s*=\s*|append(?:Child)?\(\s*(?:document\.createTextNode\(\s*)?)(?:${GLOBAL}(?:atob|unescape)\s*\(|${AWAITS_FETCH})`,
      { object: ['script'] },
    ],
    [
      'web-script-decoded',
      String.raw`${OBJECT}\.${HOLDS_TEXT}\s*=\s*${VALUE}\b`,
      { object: ['script'], value: ['decoded', 'downloaded'] },
    ],
    [
      'web-script-element',
      String.raw`${OBJECT}\.(?:src\s*=|setAttribute\(\s*["'\`]src["'\`]\s*,)\s*${ADDRESS}`,
      { object: ['script'] },
    ],
    [
      'web-script-element',
      String.raw`${OBJECT}\.src\s*=\s*${VALUE}\s*[;,\n)]`,
      { object: ['script'], value: ['address'] },
    ],
    ['web-script-element', String.raw`\bimport\s*\(\s*${VALUE}\s*\)`, { value: ['address'] }],
    ['web-data-sent', String.raw`${OBJECT}\.send\(\s*(?:${PAGE_DATA})`, { object: ['socket'] }],
    [
      'web-data-sent',
      String.raw`\b(?:fetch|sendBeacon|WebSocket)\s*\(\s*${VALUE}\s*[,+][^;)]{0,200}?(?:${PAGE_DATA})`,
      { value: ['address'] },
    ],
  ] as const
).map(([rule, text, holds]) => ({ rule, pattern: new RegExp(text, 'g'), ...holds }));
