import type { Webhook } from '@patchbay/client';
import { DoneNote } from '../../components/done-note.tsx';
import { Form } from '../../components/form.tsx';
import type { FormState } from '../../forms/form-state.ts';
import { useHref } from '../../visit.ts';
import { SecretBox } from './secret-box.tsx';
import { WebhookFields } from './webhook-fields.tsx';
import { WebhookState } from './webhook-state.tsx';

interface WebhookListProps {
  /** The path of the list. */
  base: string;
  lead: string;
  /** Those that a webhook can receive. */
  events: readonly string[];
  webhooks: readonly Webhook[];
  made: Webhook | undefined;
  state: FormState | undefined;
}

export const WebhookList = ({ base, lead, events, webhooks, made, state }: WebhookListProps) => {
  const href = useHref();
  return (
    <>
      <section>
        <h1>Webhooks</h1>
        <p class="lead">
          {lead} <a href={href('/guide/webhooks')}>How they work, and how to verify them</a>
        </p>
        <DoneNote />
        {made?.secret !== undefined && <SecretBox secret={made.secret} />}
        {webhooks.length === 0 ? (
          <p class="quiet">There is no webhook.</p>
        ) : (
          <ul class="list">
            {webhooks.map((webhook) => (
              <li key={webhook.id}>
                <div>
                  <a href={href(`${base}/${webhook.id}`)}>
                    <bdi>{webhook.url}</bdi>
                  </a>
                  <p class="facts">
                    <WebhookState webhook={webhook} />
                    {webhook.description !== undefined && <bdi>{webhook.description}</bdi>}
                    <span>{webhook.events?.join(', ') ?? 'all events'}</span>
                  </p>
                </div>
              </li>
            ))}
          </ul>
        )}
      </section>
      <section aria-labelledby="create">
        <h2 id="create">New webhook</h2>
        <Form name="create" state={state}>
          <WebhookFields events={events} />
          <div>
            <button class="main" name="do" value="create">
              Create webhook
            </button>
          </div>
        </Form>
      </section>
    </>
  );
};
