import type { ListWebhookDeliveriesReply, Webhook } from '@patchbay/client';
import { limits } from '@patchbay/contract';
import { Confirmation } from '../../components/confirmation.tsx';
import { DoneNote } from '../../components/done-note.tsx';
import { Form } from '../../components/form.tsx';
import type { FormState } from '../../forms/form-state.ts';
import { openedAs } from '../../forms/opened.ts';
import { useHref } from '../../visit.ts';
import { DeliveryList } from './delivery-list.tsx';
import { SecretBox } from './secret-box.tsx';
import { WebhookFields, webhookTexts } from './webhook-fields.tsx';
import { WebhookState } from './webhook-state.tsx';

interface WebhookViewProps {
  webhook: Webhook;
  /** The path of the list. */
  base: string;
  /** Those that it can receive. */
  events: readonly string[];
  found: ListWebhookDeliveriesReply;
  /** The new secret, where it was just rotated. */
  secret: string | undefined;
  state: FormState | undefined;
}

export const WebhookView = ({ webhook, base, events, found, secret, state }: WebhookViewProps) => {
  const href = useHref();
  const { enabled, maker } = webhook;
  return (
    <>
      <section>
        <p>
          <a href={href(base)}>All webhooks</a>
        </p>
        <h1>
          <bdi>{new URL(webhook.url).host}</bdi>
        </h1>
        <DoneNote />
        <p class="facts">
          <WebhookState webhook={webhook} />
          <span>
            by <bdi>{maker.name}</bdi>
          </span>
        </p>
        {secret !== undefined && <SecretBox secret={secret} />}
        <div class="buttons">
          <Button name="test" label="Send a test" state={state} />
          <Button name="rotate" label="Rotate the secret" state={state} />
          {enabled ? (
            <Button name="off" label="Turn off" state={state} />
          ) : (
            <Button name="on" label="Turn on" state={state} />
          )}
        </div>
        <p class="quiet">
          Deliveries are signed with both secrets for {limits.webhookOverlapHours} hours after a rotation.
          What happens while a webhook is off is not sent.
        </p>
      </section>
      <DeliveryList found={found} canReplay={enabled} state={state} />
      <section aria-labelledby="edit">
        <h2 id="edit">Edit</h2>
        <Form name="save" state={state} opened={openedAs(webhookTexts(webhook))}>
          <WebhookFields webhook={webhook} events={events} />
          <div>
            <button class="main" name="do" value="save">
              Save
            </button>
          </div>
        </Form>
        <Confirmation name="delete" state={state} title="Delete this webhook" word="delete">
          Its deliveries are deleted with it. This cannot be undone.
        </Confirmation>
      </section>
    </>
  );
};

interface ButtonProps {
  name: string;
  label: string;
  state: FormState | undefined;
}

const Button = ({ name, label, state }: ButtonProps) => (
  <Form name={name} state={state} isInline>
    <button name="do" value={name}>
      {label}
    </button>
  </Form>
);
