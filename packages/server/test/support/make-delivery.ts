import { insertDeliveries } from '../../src/store/rows/webhook-deliveries.ts';
import { findLastSeq } from '../../src/store/log/changes.ts';
import type { TestServer } from './start-server.ts';

/** Queues the last change as a delivery of a webhook, and gives it up. Returns its id. */
export const makeDelivery = async (
  { server: { context } }: Pick<TestServer, 'server'>,
  webhookId: string,
): Promise<string> => {
  const { store } = context;
  const seq = await findLastSeq(store.read);
  return store.write({ actor: 'server' }, async (tx) => {
    const [delivery] = await insertDeliveries(tx, webhookId, [{ seq, kind: 'node.created', nodeKey: null }]);
    if (delivery === undefined) throw new Error('the webhook has a delivery of this change');
    await tx.db
      .updateTable('webhook_deliveries')
      .set({ status: 'failed' })
      .where('id', '=', delivery.id)
      .execute();
    return delivery.id;
  });
};
