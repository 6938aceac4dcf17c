import type { ServerResponse } from 'node:http';
import type { Fault } from '../../../client/test/start-front.ts';
import { approve, requestCode } from '../../../server/test/support/device.ts';
import type { TestServer } from '../../../server/test/support/start-server.ts';

/** What a front answers to a device that asks for its codes: codes that a user has approved, and a short pause. */
export const approveLogin = (server: TestServer, user: string): Fault => {
  const answer = async (response: ServerResponse): Promise<void> => {
    const codes = await requestCode(server);
    await approve(server, codes, user);
    const reply = { ...codes, verification_uri: `${server.url}/device`, expires_in: 600, interval: 1 };
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(reply));
  };
  return (_request, response) => void answer(response);
};
