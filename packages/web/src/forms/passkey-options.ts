import { type Client, RegistryError, type PasskeyRequest, startPasskeySignIn } from '@patchbay/client';

/** What a browser needs to prove a passkey. Undefined where no passkey can be for the registry, which has no name. */
export const passkeyOptions = (client: Client): Promise<PasskeyRequest | undefined> =>
  startPasskeySignIn(client).catch((error: unknown) => {
    if (error instanceof RegistryError && error.code === 'forbidden') return undefined;
    throw error;
  });
