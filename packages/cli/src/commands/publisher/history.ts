import type { PublisherChange } from '@patchbay/client';
import { choosePublisher } from '../../ask/choose-publisher.ts';
import type { Call } from '../../call.ts';
import { command } from '../../command.ts';
import { columns } from '../../output/columns.ts';
import { publisherFlag } from '../../parameters/flags.ts';
import { integerFlag } from '../../parameters/integer-flag.ts';

interface Flags {
  readonly publisher?: string;
  readonly limit: number;
}

export const publisherHistory = command({
  brief: 'List what was changed about a publisher, its nodes and its tokens, newest first',
  data: ({ Type, PublisherChange: Change }) => Type.Object({ changes: Type.Array(Change) }),
  parameters: {
    flags: { publisher: publisherFlag, limit: integerFlag('How many at most', 1, 1_000, 50) },
  },
  async run(call: Call, { publisher, limit }: Flags) {
    const signedIn = await call.connectSignedIn();
    const publisherId = await choosePublisher(call, signedIn, publisher);
    const changes: PublisherChange[] = [];
    let before: number | undefined;
    do {
      const asked = { publisherId, before, limit: limit - changes.length };
      const page = await signedIn.api.listPublisherChanges(signedIn.client, asked);
      changes.push(...page.changes);
      before = page.next;
    } while (before !== undefined && changes.length < limit);
    return { changes };
  },
  text: ({ changes }, ink) =>
    columns(
      changes.map(({ at, action, by, subject, node_id: node, version, reason }) => [
        at,
        ink.bold(action),
        node === undefined ? subject : [node, version].filter((part) => part !== undefined).join('@'),
        `by ${by.name ?? by.kind}`,
        reason ?? '',
      ]),
    ),
});
