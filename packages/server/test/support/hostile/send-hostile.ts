import { type Agent, request } from 'node:http';
import type { HostileRequest } from './hostile-requests.ts';

const holdMs = 3_000;

/**
 * Sends a hostile request, from an address if one is given. Resolves to the status, to `cut` or `held` for
 * a request that is, or to the code of the failure.
 */
export const sendHostile = (
  url: string,
  { method, path, headers = {}, body, cut, hold }: HostileRequest,
  agent: Agent,
  localAddress?: string,
): Promise<string> =>
  new Promise((resolve) => {
    const bytes = body === undefined ? undefined : Buffer.from(body);
    const sent = request(url + path, {
      method,
      headers: { ...headers, ...(bytes === undefined ? {} : { 'content-length': bytes.length }) },
      // One that is not read, or cut, takes its connection with it.
      ...(cut || hold ? {} : { agent }),
      localAddress,
    });
    const abandon = (outcome: string): void => {
      sent.destroy();
      resolve(outcome);
    };
    sent.on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? 'error'));
    sent.on('response', (response) => {
      if (hold) {
        setTimeout(abandon, holdMs, 'held');
      } else {
        response.on('end', () => resolve(String(response.statusCode)));
        response.on('error', () => resolve('broken'));
        response.resume();
      }
    });
    if (cut) sent.write(bytes?.subarray(0, bytes.length / 2), () => setTimeout(abandon, 20, 'cut'));
    else sent.end(bytes);
  });
