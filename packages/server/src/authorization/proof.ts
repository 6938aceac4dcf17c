import type { Context } from '../context.ts';
import { ApiError } from '../errors.ts';
import { OutboundError, fetchText } from '../outbound/fetch-text.ts';
import { claimCode, proofAddress } from '../outbound/claim-code.ts';
import type { NodeRecord } from '../store/rows/nodes.ts';

/** The maximum number of repositories that claims read at once. */
const looksMax = 4;
let looks = 0;

/** Throws `forbidden`, with instructions, unless the node's repository contains this publisher's claim code. */
export const requireProof = async (
  { config }: Pick<Context, 'config'>,
  publisherId: string,
  { id, key, metadata: { repository = '' } }: NodeRecord,
): Promise<void> => {
  const address = proofAddress(repository);
  if (address === undefined) {
    throw new ApiError(
      'illegal_transition',
      `The node "${id}" has no repository with a web address. Ask a moderator to set one.`,
    );
  }
  const code = claimCode(config.SECRET, { publisherId, nodeKey: key, repository });
  const file = await look(config, address);
  if (file?.includes(code) === true) return;
  throw new ApiError(
    'forbidden',
    `Prove that the repository is yours: add the line "# ${code}" to pyproject.toml on its default branch, then claim the node again.`,
    { details: [{ path: '/pyproject.toml', message: `must hold "# ${code}" at ${address}` }] },
  );
};

const look = async (config: Context['config'], address: string): Promise<string | undefined> => {
  if (looks >= looksMax)
    throw tryAgain('Too many claims are being checked right now; try again in a moment.');
  looks += 1;
  try {
    return await fetchText(address, {
      hosts: config.CLAIM_HOSTS,
      mayCallPrivate: config.OUTBOUND_PRIVATE === 'yes',
    });
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    const sentence = `The repository cannot be read: ${error.message}`;
    if (error.passes) throw tryAgain(`${sentence}. Try again later.`, error);
    throw new ApiError('forbidden', `${sentence}. Ask a moderator to assign the node to you.`, {
      cause: error,
    });
  } finally {
    looks -= 1;
  }
};

const tryAgain = (message: string, cause?: unknown): ApiError =>
  new ApiError('unavailable', message, { headers: { 'retry-after': '5' }, cause });
