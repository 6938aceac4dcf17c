import type { Context } from '../context.ts';
import { CliError } from '../errors.ts';
import { isLoopback } from '../is-loopback.ts';

/** Throws `insecure_registry` if others could read a token on its way to the registry, and the user has not allowed it. */
export const requirePrivateWay = ({ env }: Pick<Context, 'env'>, registry: string): void => {
  const url = new URL(registry);
  const { protocol, hostname } = url;
  if (protocol === 'https:' || isLoopback(url)) return;
  const allowed = (env['PATCHBAY_ALLOW_HTTP'] ?? '').toLowerCase().split(/[\s,]+/);
  if (allowed.includes(hostname)) return;
  throw new CliError(
    'insecure_registry',
    `${registry} is not encrypted: others could read your token on its way.`,
    {
      next: `Use an https address. If you trust the network, set PATCHBAY_ALLOW_HTTP=${hostname}.`,
    },
  );
};
