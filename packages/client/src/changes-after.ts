import type { Client } from './client.ts';
import { type ListChangesArgs, type ListChangesReply, listChanges } from './generated/moderation.ts';
import type { RequestOptions } from './send.ts';

/** The changes of the registry after `args.after`, oldest first, up to the last one there is now. For moderators. */
export const changesAfter = async function* (
  client: Client,
  args: ListChangesArgs = {},
  options?: RequestOptions,
): AsyncGenerator<ListChangesReply['changes'][number], void, undefined> {
  for (let { after } = args; ;) {
    const { changes } = await listChanges(client, { ...args, after }, options);
    yield* changes;
    after = changes.at(-1)?.seq;
    if (after === undefined) return;
  }
};
