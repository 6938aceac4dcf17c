import type { Call } from '../call.ts';
import { command } from '../command.ts';
import { identify } from '../credentials/identify.ts';
import { fields } from '../output/fields.ts';

export const whoami = command({
  brief: 'Show who is signed in, and to which registry',
  data: ({ Type, User }) =>
    Type.Object({
      registry: Type.String(),
      source: Type.Enum(['environment', 'login'], { description: 'Where the token comes from' }),
      user: Type.Optional({
        ...User,
        description: 'Absent for a personal access token, which acts for a publisher',
      }),
    }),
  parameters: {},
  async run(call: Call) {
    const signedIn = await call.connectSignedIn();
    const user = await identify(signedIn);
    return {
      registry: signedIn.registry,
      source: signedIn.credential.source,
      ...(user !== undefined && { user }),
    };
  },
  text: ({ registry, source, user }, ink) =>
    fields(ink, {
      Registry: registry,
      Account: user && `${user.name} <${user.email}>`,
      Token: [
        user === undefined ? 'a personal access token' : undefined,
        source === 'environment' ? 'from PATCHBAY_TOKEN' : undefined,
      ]
        .filter(Boolean)
        .join(', '),
      Role: user?.isAdmin ? 'moderator' : undefined,
    }),
});
