import type { Call } from '../call.ts';
import { command } from '../command.ts';
import { connectWith } from '../connect.ts';
import { saveCredential } from '../credentials/credentials.ts';
import { identify } from '../credentials/identify.ts';
import { CliError } from '../errors.ts';
import { obtainToken } from '../login/obtain-token.ts';
import { identitySchema, identityText } from '../output/identity.ts';
import { readRegistryUrl, saveRegistryUrl } from '../settings/registry-url.ts';

export const login = command({
  brief: 'Sign in to a registry',
  description:
    'Saves a token for this registry, and calls this registry from now on. The token comes from standard input, from PATCHBAY_TOKEN or from a question, never from an argument, which other users of the machine could read.',
  data: identitySchema,
  parameters: {
    flags: {
      tokenStdin: {
        kind: 'boolean',
        brief: 'Read the token from the first line of standard input',
        default: false,
        withNegated: false,
      },
    },
  },
  async run(call: Call, { tokenStdin }: { readonly tokenStdin: boolean }) {
    const { context } = call;
    const registry = await readRegistryUrl(context, call.registryFlag);
    const token = await obtainToken(call, tokenStdin);
    const user = await identifyToken(call, registry, token);
    await saveCredential(context, registry, token);
    await saveRegistryUrl(context, registry);
    return { registry, source: 'login' as const, ...(user !== undefined && { user }) };
  },
  text: (identity, ink) => `${ink.green('Signed in.')}\n${identityText(identity, ink)}`,
});

const identifyToken = async ({ context }: Call, registry: string, token: string) => {
  const connection = await connectWith(context, registry, token);
  try {
    return await identify(connection);
  } catch (error) {
    if (!(error instanceof connection.api.RegistryError) || error.code !== 'unauthenticated') throw error;
    throw new CliError('unauthenticated', `${registry} does not accept this token.`, {
      next: 'Check that it is whole, of this registry, and neither expired nor revoked.',
      cause: error,
    });
  }
};
