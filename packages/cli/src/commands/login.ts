import type { Call } from '../call.ts';
import { command } from '../command.ts';
import { connectWith } from '../connect.ts';
import { saveCredential, tokenOfEnvironment } from '../credentials/credentials.ts';
import { endSession } from '../credentials/end-session.ts';
import { identify } from '../credentials/identify.ts';
import { CliError } from '../errors.ts';
import { obtainToken } from '../login/obtain-token.ts';
import { identitySchema, identityText } from '../credentials/identity.ts';
import { requirePrivateWay } from '../settings/require-private-way.ts';
import { readRegistryUrl, saveRegistryUrl } from '../settings/registry-url.ts';

export const login = command({
  brief: 'Sign in to a registry',
  description:
    'Shows an address and a code, and waits until somebody enters the code there and approves. Or takes a token: of PATCHBAY_TOKEN or, with --token-stdin, of standard input or a question, never of an argument, which other users of the machine could read. Saves the token for this registry, and calls this registry from now on.',
  data: identitySchema,
  events: ({ Type }) => ({
    code: Type.Object(
      {
        user_code: Type.String(),
        verification_uri: Type.String({ description: 'Where somebody enters the code' }),
        expires_in: Type.Integer({ description: 'Seconds until the code expires' }),
      },
      { description: 'Absent if a token was given' },
    ),
  }),
  parameters: {
    flags: {
      tokenStdin: {
        kind: 'boolean',
        brief: 'Take a token, from the first line of standard input',
        default: false,
        withNegated: false,
      },
    },
  },
  async run(call: Call, { tokenStdin }: { readonly tokenStdin: boolean }) {
    const { context } = call;
    const registry = await readRegistryUrl(context, call.registryFlag);
    requirePrivateWay(context, registry);
    const token = await obtainToken(call, registry, tokenStdin);
    const isGiven = tokenStdin || tokenOfEnvironment(context) !== undefined;
    try {
      const bearer = await identifyToken(call, registry, { token, source: sourceOf(call, tokenStdin) });
      await saveCredential(context, registry, token);
      await saveRegistryUrl(context, registry);
      return { registry, source: 'login' as const, ...bearer };
    } catch (error) {
      // Nobody has the token of a session that was just approved.
      if (!isGiven) await endSession(await connectWith(context, registry, token));
      throw error;
    }
  },
  text: (identity, ink) => `${ink.green('Signed in.')}\n${identityText(identity, ink)}`,
});

/** Where the token is from, for an error about it. */
const sourceOf = ({ context, isInteractive }: Call, isOnStdin: boolean): string => {
  if (isOnStdin) return isInteractive ? 'the answer' : 'standard input';
  return tokenOfEnvironment(context) === undefined ? 'the approved sign-in' : 'the variable PATCHBAY_TOKEN';
};

const identifyToken = async (
  { context }: Call,
  registry: string,
  { token, source }: { readonly token: string; readonly source: string },
) => {
  const connection = await connectWith(context, registry, token);
  try {
    return await identify(connection);
  } catch (error) {
    if (!(error instanceof connection.api.RegistryError) || error.code !== 'unauthenticated') throw error;
    throw new CliError('unauthenticated', error.message, {
      next: `The token is from ${source}, was sent to ${registry}, and is not saved.`,
      cause: error,
    });
  }
};
