import type { Context } from '../context.ts';
import { CliError } from '../errors.ts';

/** Names and addresses of this machine, as a URL writes them. */
const loopback = /^(?:(?:.+\.)?localhost|127\.\d+\.\d+\.\d+|\[::1\]|\[::ffff:7f[\da-f]{2}:[\da-f]{1,4}\])$/;

/** Throws `insecure_registry` if others could read a token on its way to the registry, and the user has not allowed it. */
export const requirePrivateWay = ({ env }: Pick<Context, 'env'>, registry: string): void => {
  const { protocol, hostname } = new URL(registry);
  if (protocol === 'https:' || loopback.test(hostname)) return;
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
