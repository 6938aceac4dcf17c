import type { Client } from './client.ts';
import { IntegrityError } from './errors.ts';
import { type ListChangesArgs, type ListChangesReply, listChanges } from './generated/moderation.ts';
import type { RequestOptions } from './send.ts';

/** In a row; no registry has as many. */
const emptyPagesMax = 100;

/** An endpoint with pages. */
type List<Args, Reply> = (client: Client, args: Args, options?: RequestOptions) => Promise<Reply>;

/** The items of a page: of a bare array, or of the one array of an object. */
type ItemOf<Reply> = Reply extends readonly (infer Item)[]
  ? Item
  : { [Key in keyof Reply]: Reply[Key] extends readonly (infer Item)[] ? Item : never }[keyof Reply];

/**
 * All items of a list from `args.page` on, one request for each page:
 * `for await (const node of itemsOf(listNodes, client, { limit: 1_000 }))`.
 */
export const itemsOf = async function* <
  Args extends { readonly page?: number | undefined } | undefined,
  Reply extends object,
>(
  list: List<Args, Reply>,
  client: Client,
  args: NonNullable<NoInfer<Args>>,
  options?: RequestOptions,
): AsyncGenerator<ItemOf<Reply>, void, undefined> {
  let emptyPages = 0;
  for (let page = args.page ?? 1; ; page += 1) {
    const reply = await list(client, { ...args, page }, options);
    const items = (
      Array.isArray(reply) ? reply : Object.values(reply).find(Array.isArray)
    ) as ItemOf<Reply>[];
    yield* items;
    // A page may hold fewer items than the limit, or none, and still not be the last.
    const goesOn = 'totalPages' in reply ? page < Number(reply.totalPages) : items.length > 0;
    if (!goesOn) return;
    emptyPages = items.length > 0 ? 0 : emptyPages + 1;
    if (emptyPages > emptyPagesMax)
      throw new IntegrityError(`${client.url} sends a list of empty pages without an end.`);
  }
};

/** The changes of the registry after `args.after`, oldest first, up to the last one there is now. For moderators. */
export const changesAfter = async function* (
  client: Client,
  args: Omit<ListChangesArgs, 'newest_first'> = {},
  options?: RequestOptions,
): AsyncGenerator<ListChangesReply['changes'][number], void, undefined> {
  for (let { after } = args; ;) {
    const { changes } = await listChanges(client, { ...args, after }, options);
    yield* changes;
    after = changes.at(-1)?.seq;
    if (after === undefined) return;
  }
};
