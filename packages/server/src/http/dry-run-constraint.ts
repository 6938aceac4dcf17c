import type { IncomingMessage } from 'node:http';

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
  deriveConstraint: ({ url = '' }: IncomingMessage): string => {
    const start = url.indexOf('?');
    // Most requests have no query, or none that speaks of it.
    if (start === -1 || !url.includes('dry', start)) return '';
    return new URLSearchParams(url.slice(start)).get('dry_run') ?? '';
  },
};
