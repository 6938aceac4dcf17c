import { RegistryError } from '@patchbay/client';

/** What a read returns, or undefined if the registry does not show it: banned, deleted or never there. */
export const orAbsent = async <Found>(read: Promise<Found>): Promise<Found | undefined> => {
  try {
    return await read;
  } catch (error) {
    if (error instanceof RegistryError && (error.status === 403 || error.status === 404)) return undefined;
    throw error;
  }
};
