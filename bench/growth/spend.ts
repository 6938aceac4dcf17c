import { runLoad } from '../load/run-load.ts';
import type { Requests } from '../fixture/requests.ts';
import { ProcessorMeter } from '../servers/processor-meter.ts';
import type { RunningProcess } from '../servers/start-process.ts';
import type { Settings } from '../settings.ts';

export interface Spent {
  perSecond: number;
  /**
   * The server's processor time for each request; NaN if the system does not report it. Other load on the machine
   * hardly affects it.
   */
  processorMicroseconds: number;
}

/** Sends the requests repeatedly for the configured time. */
export const spend = async (
  { pid, port }: RunningProcess,
  requests: Requests,
  { seconds, connections }: Settings,
): Promise<Spent> => {
  using meter = new ProcessorMeter(pid);
  const before = meter.seconds ?? Number.NaN;
  const result = await runLoad({ port, ...requests, connections, loop: { kind: 'closed', seconds } });
  const spent = (meter.seconds ?? Number.NaN) - before;
  return {
    perSecond: result.replies / result.seconds,
    processorMicroseconds: (spent * 1e6) / result.replies,
  };
};
