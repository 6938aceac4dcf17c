import { choosePublisher } from '../../ask/choose-publisher.ts';
import type { Call } from '../../call.ts';
import { command } from '../../command.ts';
import { columns } from '../../output/columns.ts';
import { publisherFlag } from '../../parameters/flags.ts';

export const listMembers = command({
  brief: 'List the members of a publisher',
  data: ({ Type, PublisherMember }) => Type.Object({ members: Type.Array(PublisherMember) }),
  parameters: { flags: { publisher: publisherFlag } },
  async run(call: Call, { publisher }: { readonly publisher?: string }) {
    const signedIn = await call.connectSignedIn();
    const publisherId = await choosePublisher(call, signedIn, publisher);
    return { members: await signedIn.api.listMembers(signedIn.client, { publisherId }) };
  },
  text: ({ members }, ink) =>
    columns(members.map(({ id, role, user }) => [id, role, ink.bold(user.name), user.email ?? ''])),
});
