import type { Call } from '../call.ts';
import type { Connection } from '../connect.ts';

/** The publisher that a command is about: the flag's, the caller's only one, or the one they choose. */
export const choosePublisher = async (
  call: Call,
  { api, client }: Connection,
  flag: string | undefined,
): Promise<string> => {
  if (flag !== undefined) return flag;
  const [first, ...others] = await api.listMyPublishers(client);
  if (first !== undefined && others.length === 0) return first.id;
  if (first === undefined) return call.ask('--publisher', (prompts) => prompts.text('Publisher'));
  const options = [first, ...others].map(({ id, name }) => ({ value: id, label: name ?? id }));
  return call.ask('--publisher', (prompts) => prompts.select('Publisher', options));
};
