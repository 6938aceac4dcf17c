import type { LoggedAdvisory } from '@patchbay/contract';
import { type ApiError, invalidValue } from '../errors.ts';
import {
  type Banned,
  advisoryId,
  findOpenAdvisory,
  findPackagedVersions,
  insertAdvisory,
  updateAdvisory,
} from '../store/rows/advisories.ts';
import type { Writer } from '../store/store.ts';

/** What a move does to a ban, and the text that the moderator publishes with it. */
interface Move {
  wasBanned: boolean;
  isBanned: boolean;
  text: string | undefined;
}

/** The advisory before and after a move; undefined where there is none. */
interface Settled {
  before: LoggedAdvisory | undefined;
  after: LoggedAdvisory | undefined;
}

const none: Settled = { before: undefined, after: undefined };

/**
 * Publishes the advisory of what is banned, changes its text, or withdraws it with the ban. Throws `invalid_request`
 * for a text without a ban, an empty one, and one about something of which no package is stored.
 */
export const settleAdvisory = async (tx: Writer, about: Banned, move: Move): Promise<Settled> => {
  const { wasBanned, isBanned, text } = move;
  if (text !== undefined) requireText(text, isBanned);
  if (!wasBanned && !isBanned) return none;
  const known = await findOpenAdvisory(tx.db, about);
  const before = known && { id: advisoryId(known), details: known.details };
  if (known === undefined)
    return text === undefined ? none : { before, after: await publish(tx, about, text) };
  if (!isBanned) {
    await updateAdvisory(tx, known.seq, { withdrawn_at: tx.now });
    return { before, after: undefined };
  }
  if (text === undefined || text === known.details) return { before, after: before };
  await updateAdvisory(tx, known.seq, { details: text });
  return { before, after: { id: advisoryId(known), details: text } };
};

const publish = async (tx: Writer, about: Banned, details: string): Promise<LoggedAdvisory> => {
  const packaged = await findPackagedVersions(tx.db, about.nodeKey);
  const versions =
    about.version === undefined ? packaged : packaged.filter((version) => version === about.version?.version);
  if (versions.length === 0) {
    throw refused(
      'needs a stored package',
      'No package of it is stored, so nobody can have installed it. Ban it without an advisory.',
    );
  }
  return { id: advisoryId(await insertAdvisory(tx, about, { versions, details })), details };
};

const requireText = (text: string, isBanned: boolean): void => {
  if (!isBanned) {
    throw refused('needs a ban', 'An advisory is about something that is banned. Send it with the ban.');
  }
  if (text.trim() === '') {
    throw refused('must not be blank', 'An advisory needs a text. Say what is malicious, or leave it out.');
  }
};

const refused = (fault: string, sentence: string): ApiError => invalidValue('/advisory', sentence, fault);
