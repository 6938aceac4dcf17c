import type { Webhook } from '@patchbay/client';
import { countOf } from '../../count-of.ts';
import { formatMoment } from '../../format.ts';

/** Whether a webhook is on, and if all is well. */
export const WebhookState = ({ webhook }: { webhook: Webhook }) => {
  const { enabled, disabled_reason: reason, failing_since: since, waiting } = webhook;
  if (!enabled) return <span class="tag bad">Off: {reason}</span>;
  return (
    <>
      {since === undefined ? (
        <span class="tag good">On</span>
      ) : (
        <span class="tag warn">
          Failing since <time dateTime={since}>{formatMoment(since)}</time>
        </span>
      )}
      {waiting > 0 && <span>{countOf(waiting, 'event')} waiting</span>}
    </>
  );
};
