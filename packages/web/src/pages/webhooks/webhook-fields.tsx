import type { Webhook } from '@patchbay/client';
import { limits } from '@patchbay/contract';
import { Field } from '../../components/field.tsx';
import { useHref } from '../../visit.ts';

/** What the fields hold of a webhook. */
export const webhookTexts = ({ url, description = '', events = [] }: Webhook) => ({
  url,
  description,
  events: events.join('\n'),
});

/** What can be set of a webhook. */
export const WebhookFields = ({ webhook }: { webhook?: Webhook }) => {
  const href = useHref();
  return (
    <>
      <Field
        name="url"
        label="URL"
        hint="Where events are sent: https, on the public internet."
        value={webhook?.url}
        type="url"
        isRequired
      />
      <Field
        name="description"
        label="Description"
        value={webhook?.description}
        maxLength={limits.nameCharsMax}
      />
      <Field
        name="events"
        label="Events"
        hint={
          <>
            <a href={href('/guide/webhooks#events')}>One</a> on each line. Empty: all of them.
          </>
        }
        value={webhook?.events?.join('\n')}
        rows={4}
      />
    </>
  );
};
