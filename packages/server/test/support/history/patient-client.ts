import { type Client, createClient } from '@patchbay/client';

/** Longer than a machine under any load takes. */
const timeoutMs = 10 * 60_000;

/** A client for what is set up and read besides the load, which must not fail because the machine is busy. */
export const patientClient = (url: string, token?: string): Client => createClient({ url, token, timeoutMs });
