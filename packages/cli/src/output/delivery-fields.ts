import type { WebhookDelivery } from '@patchbay/client';
import { fields } from './fields.ts';
import type { Ink } from './ink.ts';

/** A delivery, a line for each fact. */
export const deliveryFields = (delivery: WebhookDelivery, ink: Ink): string =>
  fields(ink, {
    Delivery: delivery.id,
    Event: delivery.event,
    State: delivery.status === 'failed' ? ink.red(delivery.status) : delivery.status,
    Answer: answerOf(delivery),
    Error: delivery.error,
    Took: delivery.duration_ms === undefined ? undefined : `${delivery.duration_ms} ms`,
  });

/** The status of the answer and its beginning. */
export const answerOf = ({
  response_status: status,
  response_excerpt: excerpt,
}: WebhookDelivery): string | undefined =>
  status === undefined ? undefined : [status, excerpt].filter((part) => part !== undefined).join(' ');
