import type { IncomingMessage } from 'node:http';

const parameter = /[?&]dry_run=([^&#]*)/;

/** Tells the requests with `dry_run=true` from all others to the same URL, so that another endpoint serves them. */
export const dryRunConstraint = {
  name: 'dryRun',
  storage: <Handler>() => {
    const handlers = new Map<string, Handler>();
    return {
      get: (value: string) => handlers.get(value) ?? null,
      set: (value: string, handler: Handler) => void handlers.set(value, handler),
    };
  },
  // Nothing is decoded, because this runs before anything bounds the request. The publish refuses other spellings.
  deriveConstraint: ({ url = '' }: IncomingMessage): string => parameter.exec(url)?.[1] ?? '',
};
