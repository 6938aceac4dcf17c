import { extname } from 'node:path/posix';
import { rules } from '@secretlint/secretlint-rule-preset-recommend';
import type { SecretLintRuleContext, SecretLintRuleCreator, SecretLintSourceCode } from '@secretlint/types';
import { isOfKind } from '../file-kinds.ts';
import type { Match } from '../match.ts';
import { secretRuleList } from '../rules/secret-rules.ts';

const PREFIX = '@secretlint/secretlint-rule-';
/**
 * The rule about keys of AWS also looks for account numbers, which takes longer than everything else. It therefore runs
 * only on texts that may have a key.
 */
const AWS_KEY = /A(?:3T[A-Z0-9]|[A-Z]{2}A)[A-Z0-9]{16}/;
/** Ids of users, groups, roles, profiles and policies, which open nothing; see the reference of AWS on identifiers. */
const AWS_ID = /^A(?:GPA|IDA|IPA|NPA|NVA|ROA)/;
/** An account's number is no secret. */
const IGNORED_MESSAGES = new Set(['AWSAccountID']);

const ruleByPreset = new Map(
  secretRuleList.flatMap(([rule, { reads, preset = [] }]) =>
    preset.map((name) => [PREFIX + name, { rule, reads }] as const),
  ),
);

/**
 * What the preset of secretlint finds in a text. Its rules run without its engine, which compares each message with
 * every other and keeps timings of all files in memory. Only the rules that one of ours names are run: comments that
 * turn the preset off must not work here.
 */
export const findPresetSecrets = async (name: string, text: string): Promise<Match[]> => {
  const matches: Match[] = [];
  const source = presentSource(name, text);
  const options = { enableIDScanRule: AWS_KEY.test(text) };
  for (const creator of rules as SecretLintRuleCreator[]) {
    const own = ruleByPreset.get(creator.meta.id);
    if (own === undefined || !isOfKind(name, own.reads)) continue;
    const { rule } = own;
    const context: SecretLintRuleContext = {
      sharedOptions: {},
      createTranslator: () => (id, data) => ({ message: String(id), messageId: String(id), data }),
      ignore: () => undefined,
      report({ message, range: [start, end] }) {
        const isId = rule === 'aws-key' && AWS_ID.test(text.slice(start, end));
        if (!isId && !IGNORED_MESSAGES.has(message.messageId))
          matches.push({ rule, start, end, isSecret: true });
      },
    };
    await creator.create(context, options).file?.(source);
  }
  return matches;
};

const presentSource = (name: string, content: string): SecretLintSourceCode => {
  const notNeeded = (): never => {
    throw new Error('the rules in use ask for nothing but the text');
  };
  return {
    hasBOM: false,
    content,
    filePath: name,
    physicalFilePath: undefined,
    contentType: 'text',
    ext: extname(name),
    getFilePath: () => name,
    getPhysicalFilePath: () => undefined,
    locationToRange: notNeeded,
    rangeToLocation: notNeeded,
    positionToIndex: notNeeded,
    indexToPosition: notNeeded,
  };
};
