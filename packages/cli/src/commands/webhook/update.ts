import type { Call } from '../../call.ts';
import { command } from '../../command.ts';
import { fields } from '../../output/fields.ts';
import { eventsFlag } from '../../parameters/flags.ts';
import { oneArgument } from '../../parameters/one-argument.ts';
import { textFlag } from '../../parameters/text-flag.ts';

interface Flags {
  readonly url?: string;
  readonly description?: string;
  readonly event?: readonly string[];
  readonly enabled?: 'on' | 'off';
}

export const updateWebhook = command({
  brief: 'Change a webhook, or turn it on or off',
  description: 'What happens while it is off is not sent.',
  data: ({ Webhook }) => Webhook,
  parameters: {
    flags: {
      url: textFlag('Where events are sent', 'url'),
      event: eventsFlag,
      description: textFlag('What it is for'),
      enabled: { kind: 'enum', values: ['on', 'off'], optional: true, brief: 'Whether events are sent' },
    },
    positional: oneArgument('id', 'Id of the webhook, as `patchbay webhook list` shows it'),
  },
  async run(call: Call, { url, description, event, enabled }: Flags, webhookId: string) {
    const { api, client } = await call.connectSignedIn();
    return api.updateWebhook(client, {
      webhookId,
      body: {
        url,
        description,
        events: event?.length ? ([...event] as never) : undefined,
        enabled: enabled === undefined ? undefined : enabled === 'on',
      },
    });
  },
  text: (webhook, ink) =>
    fields(ink, {
      Id: webhook.id,
      Url: webhook.url,
      Events: webhook.events?.join(', ') ?? 'all',
      State: webhook.enabled ? 'on' : 'off',
    }),
});
