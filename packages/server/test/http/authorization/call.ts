import type { Endpoint, EndpointName } from '@patchbay/contract';
import { Client, type Reply } from '../../support/client.ts';
import type { Actor } from './actors.ts';
import { addressOf, requests } from './requests.ts';
import type { Fixture } from './fixture.ts';
import type { Stage } from './stage.ts';

/** Calls an endpoint well-formed, as one actor, about what is in the fixture. */
export const call = async (
  stage: Stage,
  name: EndpointName,
  { method, path, body: form }: Endpoint,
  { fixture, actor, serial }: { fixture: Fixture; actor: Actor; serial: number },
): Promise<Reply> => {
  const { query, body, bearer } = (await requests[name]?.({ stage, fixture, actor, serial })) ?? {};
  const client = new Client(stage.server.url, bearer ?? fixture.bearers[actor]);
  const address = fill(path, fixture.params) + (query ? `?${new URLSearchParams(query).toString()}` : '');
  const headers = { 'x-forwarded-for': addressOf(serial) };
  if (form !== 'application/zip') return client.send(method, address, body, headers);
  return client.upload(client.url + address, stage.package.bytes, {
    ...headers,
    ...(client.bearer === undefined ? {} : { authorization: `Bearer ${client.bearer}` }),
  });
};

const fill = (path: string, params: Fixture['params']): string =>
  path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
