import type { Webhook } from '@patchbay/client';
import { limits } from '@patchbay/contract';
import { Checks } from '../../components/checks.tsx';
import { Field } from '../../components/field.tsx';
import { useHref } from '../../visit.ts';

/** What the fields hold of a webhook. */
export const webhookTexts = ({ url, description = '', events = [] }: Webhook) => ({
  url,
  description,
  events: events.join('\n'),
});

interface WebhookFieldsProps {
  webhook?: Webhook;
  /** Those that it can receive. */
  events: readonly string[];
}

/** What can be set of a webhook. */
export const WebhookFields = ({ webhook, events }: WebhookFieldsProps) => {
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
      <details open={webhook?.events !== undefined}>
        <summary>Only some events</summary>
        {/* Of a form without a tick, too, its event types are known. */}
        <input type="hidden" name="events" value="" />
        <Checks
          name="events"
          label={
            <>
              <a href={href('/guide/webhooks#events')}>Events</a>. None ticked: all of them.
            </>
          }
          options={events.map((event) => [event, event] as const)}
          chosen={webhook?.events ?? []}
        />
      </details>
    </>
  );
};
