import assert from 'node:assert/strict';
import { tokenDigest } from '../../src/accounts/tokens.ts';
import type { Reply } from './client.ts';
import { type TestServer, password } from './start-server.ts';

/** What a device gets to sign in with. */
export interface DeviceCodes {
  device_code: string;
  user_code: string;
}

let addresses = 0;

/** Lets a device ask for its codes, from an address of its own unless one is given. */
export const requestCode = async (
  { anonymous }: TestServer,
  address = `10.7.${(addresses += 1) >> 8}.${addresses & 255}`,
): Promise<DeviceCodes> => {
  const body = { client_id: 'patchbay' };
  const reply = await anonymous.post('/auth/device/code', body, { 'x-forwarded-for': address });
  assert.equal(reply.status, 200, reply.text);
  return reply.json;
};

/** Polls as the device with this code. */
export const poll = (
  { anonymous }: TestServer,
  { device_code }: Pick<DeviceCodes, 'device_code'>,
  change: object = {},
): Promise<Reply> =>
  anonymous.post('/auth/device/token', {
    grant_type: 'urn:ietf:params:oauth:grant-type:device_code',
    device_code,
    client_id: 'patchbay',
    ...change,
  });

/** Approves a device as the user that `server.user(name)` signed up. */
export const approve = (
  { anonymous }: TestServer,
  { user_code }: Pick<DeviceCodes, 'user_code'>,
  name: string,
): Promise<Reply> => anonymous.post('/device/approve', { user_code, email: `${name}@example.org`, password });

/** Sends a form as a browser does. */
export const sendForm = (
  { anonymous }: TestServer,
  path: string,
  fields: Record<string, string> | [string, string][],
  headers: Record<string, string> = {},
): Promise<Reply> =>
  anonymous.send('POST', path, new URLSearchParams(fields).toString(), {
    'content-type': 'application/x-www-form-urlencoded',
    accept: 'text/html,application/xhtml+xml',
    ...headers,
  });

/** Lets so much time pass for a device. The accounts library dates its codes by the machine's clock. */
export const waitAs = async (
  { server: { context } }: TestServer,
  { device_code }: Pick<DeviceCodes, 'device_code'>,
  ms: number,
): Promise<void> => {
  const digest = tokenDigest(device_code);
  await context.store.write({ actor: 'server' }, async ({ db }) => {
    const row = await db
      .selectFrom('deviceCode')
      .select(['expiresAt', 'lastPolledAt'])
      .where('deviceCode', '=', digest)
      .executeTakeFirstOrThrow();
    const earlier = (time: string): string => new Date(Date.parse(time) - ms).toISOString();
    await db
      .updateTable('deviceCode')
      .set({
        expiresAt: earlier(row.expiresAt),
        lastPolledAt: row.lastPolledAt === null ? null : earlier(row.lastPolledAt),
      })
      .where('deviceCode', '=', digest)
      .execute();
  });
};
