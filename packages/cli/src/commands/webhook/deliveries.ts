import type { Call } from '../../call.ts';
import { command } from '../../command.ts';
import { columns } from '../../output/columns.ts';
import { paged } from '../../output/paged.ts';
import { integerFlag } from '../../parameters/integer-flag.ts';
import { oneArgument } from '../../parameters/one-argument.ts';
import { answerOf } from '../../output/delivery-fields.ts';

const states = ['waiting', 'delivered', 'failed'] as const;
const pageSize = 100;

interface Flags {
  readonly state?: (typeof states)[number];
  readonly page: number;
}

export const listDeliveries = command({
  brief: 'List the deliveries of a webhook, the newest first',
  data: ({ endpoints }) => endpoints.listWebhookDeliveries.reply.body,
  parameters: {
    flags: {
      state: { kind: 'enum', values: states, optional: true, brief: 'Only those in this state' },
      page: integerFlag('Which page', 1, 1_000_000, 1),
    },
    positional: oneArgument('id', 'Id of the webhook, as `patchbay webhook list` shows it'),
  },
  async run(call: Call, { state, page }: Flags, webhookId: string) {
    const { api, client } = await call.connectSignedIn();
    return api.listWebhookDeliveries(client, { webhookId, status: state, page, limit: pageSize });
  },
  text({ deliveries, page, limit, total }, ink) {
    const lines = columns(
      deliveries.map((delivery) => [
        delivery.id,
        ink.bold(delivery.event),
        delivery.status === 'failed' ? ink.red(delivery.status) : delivery.status,
        `${delivery.attempts}×`,
        answerOf(delivery) ?? delivery.error ?? '',
        delivery.next_attempt_at === undefined ? '' : `again at ${delivery.next_attempt_at}`,
      ]),
    );
    return paged(lines, { page, limit, total }, 'There is no delivery.', ink);
  },
});
