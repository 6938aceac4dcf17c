import { once } from 'node:events';

/** The message with what the environment of a server process lacks, because others could read it there. */
export interface EnvironmentMessage {
  environment: Readonly<Record<string, string>>;
}

/** Waits for the first message of the supervisor, and completes the environment with it. */
export const receiveEnvironment = async (): Promise<void> => {
  const [{ environment }] = (await once(process, 'message')) as [EnvironmentMessage];
  Object.assign(process.env, environment);
};
