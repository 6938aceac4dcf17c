import type { ListWebhookDeliveriesReply, WebhookDelivery } from '@patchbay/client';
import { Form } from '../../components/form.tsx';
import { Pager } from '../../components/pager.tsx';
import { countOf } from '../../count-of.ts';
import type { FormState } from '../../forms/form-state.ts';
import { formatMoment } from '../../format.ts';

interface DeliveryListProps {
  found: ListWebhookDeliveriesReply;
  canReplay: boolean;
  state: FormState | undefined;
}

export const DeliveryList = ({
  found: { deliveries, page, totalPages },
  canReplay,
  state,
}: DeliveryListProps) => (
  <section aria-labelledby="deliveries">
    <h2 id="deliveries">Deliveries</h2>
    {deliveries.length === 0 && page === 1 && <p class="quiet">Nothing was sent yet.</p>}
    <ol class="list">
      {deliveries.map((delivery) => (
        <Delivery key={delivery.id} delivery={delivery} canReplay={canReplay} state={state} />
      ))}
    </ol>
    <Pager page={page} totalPages={totalPages} />
  </section>
);

const tones: Readonly<Record<WebhookDelivery['status'], string>> = {
  waiting: 'tag warn',
  delivered: 'tag good',
  failed: 'tag bad',
};

interface DeliveryProps extends Pick<DeliveryListProps, 'canReplay' | 'state'> {
  delivery: WebhookDelivery;
}

const Delivery = ({ delivery, canReplay, state }: DeliveryProps) => {
  const { id, seq, event, status, attempts, error, created_at: at, next_attempt_at: next } = delivery;
  const { duration_ms: ms, response_status: answer, response_excerpt: excerpt } = delivery;
  return (
    <li>
      <div>
        <code>{event}</code>
        {error !== undefined && <p>{error}</p>}
        {excerpt !== undefined && (
          <p class="quiet" dir="auto">
            {excerpt}
          </p>
        )}
        <p class="facts">
          <span class={tones[status]}>{status}</span>
          <time dateTime={at}>{formatMoment(at)}</time>
          {attempts > 0 && <span>{countOf(attempts, 'attempt')}</span>}
          {answer !== undefined && <span>answer {answer}</span>}
          {ms !== undefined && <span>{ms} ms</span>}
          {next !== undefined && (
            <span>
              next <time dateTime={next}>{formatMoment(next)}</time>
            </span>
          )}
        </p>
      </div>
      {canReplay && seq !== undefined && (
        <Form name="replay" which={id} state={state} isInline>
          <button name="do" value="replay" aria-label={`Replay ${event} of change ${seq}`}>
            Replay
          </button>
        </Form>
      )}
    </li>
  );
};
