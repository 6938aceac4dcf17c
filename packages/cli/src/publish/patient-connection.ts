import type { Call } from '../call.ts';
import type { Connection } from '../connect.ts';

const usualSeconds = 30;
/** The pauses of the client: each is twice the one before, up to the longest. */
const pauseSeconds = { first: 0.1875, longest: 60 };
/** How long the pauses grow. */
const growingSeconds =
  pauseSeconds.first * (2 ** Math.ceil(Math.log2(pauseSeconds.longest / pauseSeconds.first)) - 1);

/** How many attempts fill so many seconds. */
const retriesFor = (seconds: number): number =>
  Math.ceil(Math.log2(Math.min(seconds, growingSeconds) / pauseSeconds.first + 1)) +
  Math.ceil(Math.max(0, seconds - growingSeconds) / pauseSeconds.longest);

/** The connection for a publish, which outlasts a restart of the registry, and says that it waits. */
export const patientConnection = (connection: Connection, { context, event }: Call): Connection => {
  const { client } = connection;
  const seconds = Number(context.env['PATCHBAY_RETRY_SECONDS'] || usualSeconds);
  const retries = retriesFor(Number.isFinite(seconds) && seconds >= 0 ? seconds : usualSeconds);
  let failures = 0;
  const fetch: typeof client.fetch = async (input, init) => {
    try {
      const response = await client.fetch(input, init);
      if (response.status === 503) tell();
      else failures = 0;
      return response;
    } catch (error) {
      if (init?.signal?.aborted !== true) tell();
      throw error;
    }
  };
  const tell = (): void => {
    failures += 1;
    event('retrying', { attempt: failures }, 'The registry does not answer; trying again …', {
      passes: failures > 1,
    });
  };
  return { ...connection, client: { ...client, retries, fetch } };
};
