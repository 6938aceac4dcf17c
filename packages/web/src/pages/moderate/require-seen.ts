import { type Client, type ListChangesReply, listChanges } from '@patchbay/client';
import { FormRefusal } from '../../forms/form-refusal.ts';

type Change = ListChangesReply['changes'][number];

/** Of a change that is a decision: what others of a subject hold says nothing of what becomes of it. */
const decided = ['status', 'banned', 'isAdmin', 'publisher'] as const;

const isDecision = ({ action, after = {} }: Change): boolean =>
  /^job\.|^report\.sent$/.test(action) || decided.some((name) => name in after);

/** The last change of the log. */
export const lastChange = async (client: Client): Promise<number> => {
  const { changes } = await listChanges(client, { limit: 1, newest_first: true });
  return changes[0]?.seq ?? 0;
};

/** Throws if something was decided about the subject after the last change that the moderator saw. */
export const requireSeen = async (
  client: Client,
  subject: string | undefined,
  seen: string | null,
): Promise<void> => {
  if (subject === undefined || seen === null) return;
  const asked = { subject, after: Number(seen), newest_first: true, include_names: true };
  const newer = (await listChanges(client, asked)).changes.find(isDecision);
  if (newer !== undefined) throw new FormRefusal({}, sentenceOf(newer), 409);
};

const sentenceOf = ({ action, actor, actor_name: name, after = {}, reason }: Change): string => {
  const by = name === undefined ? (actor.split(':')[0] ?? '') : `“${name}”`;
  const why = reason === undefined ? '' : `, because “${reason}”`;
  return `Nothing was changed: ${by} decided while this page was open (${resultOf(action, after)})${why}. Look at it again, and send it once more if it still has to be.`;
};

const resultOf = (
  action: string,
  { status, banned, isAdmin, publisher }: Record<string, unknown>,
): string => {
  if (typeof status === 'string') return status.replace(/^.*Status/, '');
  if (typeof banned === 'boolean') return banned ? 'Banned' : 'ban lifted';
  if (typeof isAdmin === 'boolean') return isAdmin ? 'made a moderator' : 'no moderator any more';
  return typeof publisher === 'string' ? `given to ${publisher}` : action;
};
