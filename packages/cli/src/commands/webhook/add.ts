import { type OwnerFlags, chooseOwner, moderatorFlag } from '../../ask/webhook-owner.ts';
import type { Call } from '../../call.ts';
import { command } from '../../command.ts';
import { fields } from '../../output/fields.ts';
import { eventsFlag, publisherFlag } from '../../parameters/flags.ts';
import { oneArgument } from '../../parameters/one-argument.ts';
import { textFlag } from '../../parameters/text-flag.ts';

interface Flags extends OwnerFlags {
  readonly description?: string;
  readonly event?: readonly string[];
}

export const addWebhook = command({
  brief: 'Make a webhook, whose secret is shown once',
  description: 'The URL receives events of a publisher from now on, signed by Standard Webhooks.',
  data: ({ Webhook }) => Webhook,
  parameters: {
    flags: {
      publisher: publisherFlag,
      moderator: moderatorFlag,
      event: eventsFlag,
      description: textFlag('What it is for'),
    },
    positional: oneArgument('url', 'Where events are sent'),
  },
  async run(call: Call, { description, event, ...owner }: Flags, url: string) {
    const signedIn = await call.connectSignedIn();
    const { api, client } = signedIn;
    const publisherId = await chooseOwner(call, signedIn, owner);
    // The registry says which events there are.
    const events = event?.length ? ([...event] as never) : undefined;
    const body = { url, description, events };
    return publisherId === undefined
      ? api.createRegistryWebhook(client, { body })
      : api.createPublisherWebhook(client, { publisherId, body });
  },
  text: (webhook, ink) =>
    [
      fields(ink, { Id: webhook.id, Url: webhook.url, Events: webhook.events?.join(', ') ?? 'all' }),
      ink.yellow('This is the only time its secret is shown:'),
      webhook.secret ?? '',
    ].join('\n'),
});
