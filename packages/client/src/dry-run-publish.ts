import type { Client } from './client.ts';
import type { DryRun } from './generated/resources.ts';
import type { PublishVersionArgs } from './generated/versions.ts';
import { type RequestOptions, send } from './send.ts';
import { writeUrl } from './write-url.ts';

export interface DryRunArgs extends PublishVersionArgs {
  /** The package that would be uploaded; it is inspected and checked as an upload is. */
  readonly package?: Blob | undefined;
}

/** A package arrives and is read whole, with the checks that an upload waits for in the background. */
const packageTimeoutMs = 15 * 60_000;

/**
 * Says what `publishVersion`, and then the upload of the package, would come to, and changes nothing. What speaks
 * against them is in `faults`; a ClientError is thrown if the caller may not publish there, or the request is invalid.
 */
export const dryRunPublish = async (
  client: Client,
  { publisherId, nodeId, body, package: bytes }: DryRunArgs,
  options?: RequestOptions,
): Promise<DryRun> => {
  const path = '/publishers/{publisherId}/nodes/{nodeId}/versions';
  const json = JSON.stringify(body);
  const headers = {
    ...(client.token && { authorization: `Bearer ${client.token}` }),
    // The platform declares a form itself, with the boundary of its parts.
    ...(bytes === undefined && { 'content-type': 'application/json' }),
  };
  const [, reply] = await send<DryRun>(
    client,
    {
      url: client.url + writeUrl(path, { publisherId, nodeId, dry_run: true }),
      init: () => ({ method: 'POST', headers, body: bytes === undefined ? json : formOf(json, bytes) }),
      isRepeatable: true,
    },
    bytes === undefined ? options : { timeoutMs: packageTimeoutMs, ...options },
  );
  return reply;
};

/** The registry reads the parts in this order. */
const formOf = (json: string, bytes: Blob): FormData => {
  const form = new FormData();
  form.append('publish', json);
  form.append('package', bytes, 'package.zip');
  return form;
};
