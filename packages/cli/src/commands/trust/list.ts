import type { TrustedPublisher } from '@patchbay/client';
import { choosePublisher } from '../../ask/choose-publisher.ts';
import type { Call } from '../../call.ts';
import { command } from '../../command.ts';
import { columns } from '../../output/columns.ts';
import type { Ink } from '../../output/ink.ts';
import { publisherFlag } from '../../parameters/flags.ts';

const pageSize = 100;

/** The cells of a rule in a table. */
const ruleRow = (rule: TrustedPublisher, ink: Ink): readonly string[] => [
  rule.id,
  ink.bold(rule.repository ?? claimsOf(rule)),
  rule.workflows?.join(', ') ?? rule.issuer,
  rule.environment === undefined ? 'any environment' : `in ${rule.environment}`,
  rule.node_id === undefined
    ? 'all nodes'
    : `${rule.node_id}${rule.is_pending ? ' (does not exist yet)' : ''}`,
  rule.last_used_at === undefined ? 'never used' : `used ${rule.last_used_at}`,
];

const claimsOf = ({ claims = {} }: TrustedPublisher): string =>
  Object.entries(claims)
    .map(([name, value]) => `${name}=${value}`)
    .join(', ');

export const listTrusted = command({
  brief: 'List whose CI may publish for a publisher',
  data: ({ Type, TrustedPublisher }) => Type.Object({ trusted_publishers: Type.Array(TrustedPublisher) }),
  parameters: { flags: { publisher: publisherFlag } },
  async run(call: Call, { publisher }: { readonly publisher?: string }) {
    const signedIn = await call.connectSignedIn();
    const { api, client } = signedIn;
    const publisherId = await choosePublisher(call, signedIn, publisher);
    const rules = api.itemsOf(api.listTrustedPublishers, client, { publisherId, limit: pageSize });
    return { trusted_publishers: await Array.fromAsync(rules) };
  },
  text: ({ trusted_publishers: rules }, ink) =>
    rules.length === 0
      ? 'No CI may publish without a stored token. `patchbay trust add <owner>/<repository> --workflow <file>` lets one.'
      : columns(rules.map((rule) => ruleRow(rule, ink))),
});
