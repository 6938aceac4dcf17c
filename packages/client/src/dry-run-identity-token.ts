import type { Client } from './client.ts';
import type { ExchangeIdentityTokenArgs } from './generated/publishers.ts';
import type { TrustedTokenDryRun } from './generated/resources.ts';
import { type RequestOptions, send } from './send.ts';
import { writeUrl } from './write-url.ts';

/**
 * Says claim by claim what `exchangeIdentityToken` would come to, and leaves the token unused. Throws a ClientError if
 * the token itself cannot be accepted.
 */
export const dryRunIdentityToken = async (
  client: Client,
  { body }: ExchangeIdentityTokenArgs,
  options?: RequestOptions,
): Promise<TrustedTokenDryRun> => {
  const [, reply] = await send<TrustedTokenDryRun>(
    client,
    {
      url: client.url + writeUrl('/trusted-publishing/token', { dry_run: true }),
      init: () => ({
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
      isRepeatable: true,
    },
    options,
  );
  return reply;
};
