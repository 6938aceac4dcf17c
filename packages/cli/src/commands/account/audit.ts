import type { AccountEvent } from '@patchbay/client';
import type { Call } from '../../call.ts';
import { command } from '../../command.ts';
import { columns } from '../../output/columns.ts';
import { integerFlag } from '../../parameters/integer-flag.ts';

export const accountAudit = command({
  brief: 'List what happened to your account: sign-ins, failed ones, changes, tokens used',
  data: ({ Type, AccountEvent: Event }) => Type.Object({ events: Type.Array(Event) }),
  parameters: { flags: { limit: integerFlag('How many at most', 1, 1_000, 50) } },
  async run(call: Call, { limit }: { readonly limit: number }) {
    const { api, client } = await call.connectSignedIn();
    const events: AccountEvent[] = [];
    let before: string | undefined;
    do {
      const page = await api.listMyEvents(client, { before });
      events.push(...page.events);
      before = page.next;
    } while (before !== undefined && events.length < limit);
    return { events: events.slice(0, limit) };
  },
  text: ({ events }, ink) =>
    columns(
      events.map(({ at, event, by, count = 1, network, token, reason }) => [
        at,
        ink.bold(count > 1 ? `${event} ×${count}` : event),
        by === 'anyone' ? '' : `by ${by}`,
        network ?? (token === undefined ? '' : `${token.name} of ${token.publisher_id}`),
        reason ?? '',
      ]),
    ),
});
