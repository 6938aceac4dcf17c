import type { Webhook } from '@patchbay/client';
import { limits } from '@patchbay/contract';
import { Checks } from '../../components/checks.tsx';
import { Field } from '../../components/field.tsx';
import { useHref } from '../../visit.ts';

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
