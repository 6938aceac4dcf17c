import { runLoad } from '../load/run-load.ts';
import type { Requests } from '../fixture/requests.ts';
import type { Core } from '../servers/pin.ts';
import type { RunningProcess } from '../servers/start-process.ts';
import type { Settings } from '../settings.ts';

/** Responses a second if every connection sends its next request as soon as it has its response. */
export const throughput = async (
  { port }: RunningProcess,
  requests: Requests,
  { seconds, connections }: Settings,
  core?: Core,
): Promise<number> => {
  const result = await runLoad({ port, ...requests, connections, loop: { kind: 'closed', seconds } }, core);
  return result.replies / result.seconds;
};

/** Responses a second if each request is sent once. */
export const throughputOnce = async (
  { port }: RunningProcess,
  requests: Requests,
  connections: number,
  core?: Core,
): Promise<number> => {
  const result = await runLoad({ port, ...requests, connections, loop: { kind: 'once' } }, core);
  return result.replies / result.seconds;
};
