import type { Webhook } from '@patchbay/client';
import { type OwnerFlags, chooseOwner, moderatorFlag } from '../../ask/webhook-owner.ts';
import type { Call } from '../../call.ts';
import { command } from '../../command.ts';
import { columns } from '../../output/columns.ts';
import type { Ink } from '../../output/ink.ts';
import { publisherFlag } from '../../parameters/flags.ts';

const pageSize = 100;

/** The cells of a webhook in a table. */
const webhookRow = (webhook: Webhook, ink: Ink): readonly string[] => [
  webhook.id,
  ink.bold(webhook.url),
  webhook.events?.join(', ') ?? 'all events',
  stateOf(webhook, ink),
];

const stateOf = (webhook: Webhook, ink: Ink): string => {
  const { enabled, disabled_reason: reason, failing_since: since, waiting } = webhook;
  if (!enabled) return ink.red(`off: ${reason ?? 'It was turned off.'}`);
  if (since !== undefined) return ink.yellow(`failing since ${since}, ${waiting} waiting`);
  return waiting === 0 ? ink.green('on') : `on, ${waiting} waiting`;
};

export const listWebhooks = command({
  brief: 'List the webhooks of a publisher, and which of them fail',
  data: ({ Type, Webhook }) => Type.Object({ webhooks: Type.Array(Webhook) }),
  parameters: { flags: { publisher: publisherFlag, moderator: moderatorFlag } },
  async run(call: Call, flags: OwnerFlags) {
    const signedIn = await call.connectSignedIn();
    const { api, client } = signedIn;
    const publisherId = await chooseOwner(call, signedIn, flags);
    const webhooks =
      publisherId === undefined
        ? api.itemsOf(api.listRegistryWebhooks, client, { limit: pageSize })
        : api.itemsOf(api.listPublisherWebhooks, client, { publisherId, limit: pageSize });
    return { webhooks: await Array.fromAsync(webhooks) };
  },
  text: ({ webhooks }, ink) =>
    webhooks.length === 0
      ? 'There is no webhook. `patchbay webhook add` makes one.'
      : columns(webhooks.map((webhook) => webhookRow(webhook, ink))),
});
