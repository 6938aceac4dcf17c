import { type Client, RegistryError, createClient, signIn } from '@patchbay/client';
import { type Profile, fetchInNamesOf } from '@patchbay/contract';
import { UsageError } from '../exit-on-failure.ts';

/** An import goes on as long as the registry says when to come back; one that is gone is given up after a minute. */
const retries = 100;
/** A request that is not repeated must not be given up while a busy registry is at it. */
const timeoutMs = 5 * 60_000;

/** A registry with this profile, as the moderator with this address. Throws UsageError if it does not know them. */
export const openRegistry = async (
  url: string,
  profile: Profile,
  moderator: { email: string; password: string },
): Promise<Client> => {
  const options = { url, retries, timeoutMs, fetch: fetchInNamesOf(profile, url) };
  try {
    const { token } = await signIn(createClient(options), { body: moderator });
    return createClient({ ...options, token });
  } catch (error) {
    if (!(error instanceof RegistryError) || error.status !== 401) throw error;
    throw new UsageError('ADMIN_EMAIL and ADMIN_PASSWORD are not those of a user there.');
  }
};
