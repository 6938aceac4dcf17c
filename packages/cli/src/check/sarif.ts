import manifest from '../../package.json' with { type: 'json' };
import type { Note } from './notes.ts';

/** The notes as SARIF 2.1.0, which code scanning and editors read: https://docs.oasis-open.org/sarif/sarif/v2.1.0/ */
export const sarif = (notes: readonly Note[]): string => {
  const rules = new Map(
    notes
      .toReversed()
      .map(({ rule, message, fix }) => [
        rule,
        { id: rule, shortDescription: { text: message }, ...(fix !== undefined && { help: { text: fix } }) },
      ]),
  );
  const results = notes.map(({ level, rule, message, remark, fix, file, line }) => ({
    ruleId: rule,
    level,
    message: { text: [message, remark, fix].filter(Boolean).join(' ') },
    locations: [
      {
        physicalLocation: {
          artifactLocation: { uri: encodeURI(file), uriBaseId: '%SRCROOT%' },
          region: { startLine: line ?? 1 },
        },
      },
    ],
  }));
  const driver = { name: 'patchbay', semanticVersion: manifest.version, rules: [...rules.values()] };
  const log = {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [{ tool: { driver }, results }],
  };
  return JSON.stringify(log, null, 2);
};
