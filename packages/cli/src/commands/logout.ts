import type { Call } from '../call.ts';
import { command } from '../command.ts';
import { connectWith } from '../connect.ts';
import { findSavedToken, removeCredential } from '../credentials/credentials.ts';
import { endSession, endings } from '../credentials/end-session.ts';
import { readRegistryUrl } from '../settings/registry-url.ts';

const outcomes = [...endings, 'none'] as const;

const sentences: Readonly<Record<(typeof outcomes)[number], string>> = {
  ended: 'Signed out.',
  kept: 'Signed out here. The personal access token stays valid; `patchbay token revoke` ends it.',
  unknown: 'Signed out here. The registry did not respond, so the session may still be valid there.',
  none: 'Nobody was signed in.',
};

export const logout = command({
  brief: 'Sign out of a registry',
  description: 'Removes the saved token, and ends the session at the registry.',
  data: ({ Type }) =>
    Type.Object({
      registry: Type.String(),
      session: Type.Enum([...outcomes], {
        description:
          'ended: the token is no longer valid. kept: it is a personal access token and stays valid. unknown: the registry did not respond. none: nobody was signed in.',
      }),
    }),
  parameters: {},
  async run(call: Call) {
    const { context } = call;
    const registry = await readRegistryUrl(context, call.registryFlag);
    const token = await findSavedToken(context, registry);
    if (token === undefined) return { registry, session: 'none' as const };
    // First, so that nothing that happens at the registry can leave it here.
    await removeCredential(context, registry);
    return { registry, session: await endSession(await connectWith(context, registry, token)) };
  },
  text: ({ registry, session }, ink) => [sentences[session], ink.dim(registry)].join(' '),
});
