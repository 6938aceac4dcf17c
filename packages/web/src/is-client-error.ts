import type { ClientError } from '@patchbay/client';

/** Whether the registry refused a call or did not answer it. */
export const isClientError = (error: unknown): error is ClientError =>
  error instanceof Error && ['RegistryError', 'TimeoutError', 'ConnectionError'].includes(error.name);
