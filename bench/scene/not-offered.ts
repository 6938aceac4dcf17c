import { settings } from '../../packages/server/src/config.ts';

/** What a benchmark needs is not there; its row says so instead of a number. */
export class NotOfferedError extends Error {}

/** Refuses to measure a server under the name of a setting that it does not know. */
export const demandSettings = (environment: Readonly<Record<string, string>>): void => {
  const unknown = Object.keys(environment).find((name) => !Object.hasOwn(settings, name));
  if (unknown !== undefined) throw new NotOfferedError(`the server has no setting ${unknown}`);
};
