import { hash, verify } from 'node:crypto';
import { type Endpoints, limits } from '@patchbay/contract';
import { isWellFormedToken, tokenDigest } from '../../accounts/tokens.ts';
import type { Context } from '../../context.ts';
import { ApiError, invalidValue } from '../../errors.ts';
import { revokeToken } from '../../lifecycle/token.ts';
import { enqueueMail } from '../../mail/enqueue-mail.ts';
import { OutboundError } from '../../outbound/outbound-agent.ts';
import { findScanningKey } from '../../outbound/scanning-keys.ts';
import { findMembers } from '../../store/rows/members.ts';
import { type FoundToken, findTokensByDigest } from '../../store/rows/tokens.ts';
import type { Writer } from '../../store/store.ts';
import type { Operation } from '../operation.ts';

/** A token that somebody found. */
interface Reported {
  token: string;
  type: string;
  /** Where it was found; undefined unless a scanner says so. */
  url: string | undefined;
}

const defaultType = 'patchbay_personal_access_token';
const [typeCharsMax, urlCharsMax] = [100, 500];

/**
 * Revokes tokens that leaked. Whoever holds a whole token may use it, so whoever holds one may also end it; the answer
 * says no more than a use of the token would.
 */
export const reportLeakedTokens: Operation<Endpoints['reportLeakedTokens']> = async (
  context,
  { body = '', headers, cause },
) => {
  const reported = await readReport(context, body, headers);
  // The checksum tells most of what is no token of ours without the database.
  const digests = [
    ...new Set(
      reported
        .map(({ token }) => token)
        .filter(isWellFormedToken)
        .map(tokenDigest),
    ),
  ];
  const found = await findTokensByDigest(context.store.read, digests);
  if (found.some(({ revokedAt }) => revokedAt === null)) {
    const whereOf = new Map(reported.map(({ token, url }) => [tokenDigest(token), url]));
    await context.store.write(cause, async (tx) => {
      for (const token of found) await revoke(context, tx, token, whereOf.get(token.sha256));
    });
  }
  const known = new Set(found.map(({ sha256 }) => sha256));
  return reported.map(({ token, type }) => ({
    token_hash: hash('sha256', token, 'base64'),
    token_type: type,
    label: known.has(tokenDigest(token)) ? ('true_positive' as const) : ('false_positive' as const),
  }));
};

const revoke = async (
  { publicUrl }: Pick<Context, 'publicUrl'>,
  tx: Writer,
  { id, publisherId, name, masked }: FoundToken,
  url: string | undefined,
): Promise<void> => {
  const where = url === undefined ? 'by somebody who has it' : `at ${url}`;
  if (!(await revokeToken(tx, publisherId, id, `it leaked and was found ${where}`))) return;
  const members = await findMembers(tx.db, publisherId);
  for (const { user } of members.filter(({ role }) => role === 'owner')) {
    await enqueueMail(tx, `token-leaked:${id}:${user.id}`, {
      to: user.email,
      subject: `A token of ${publisherId} leaked and was revoked`,
      paragraphs: [
        `The personal access token "${name}" (${masked}) of the publisher ${publisherId} was found ${where}. It was revoked at once and is good for nothing any more.`,
        'Look at the history of the publisher for what was done with it. If a program still needs a token, create another one and keep it with the secrets of that program; a CI can do without one as a trusted publisher.',
      ],
      action: {
        text: 'See the history of the publisher',
        url: `${publicUrl()}/account/publishers/${publisherId}/history`,
      },
    });
  }
};

const invalid = (message: string, path: string, fault: string): ApiError =>
  invalidValue(path, message, fault);

type Headers = Parameters<Operation<Endpoints['reportLeakedTokens']>>[1]['headers'];

/** What is reported, by who may report it. Throws `invalid_request`, and `forbidden` for a list that is not signed. */
const readReport = async (context: Context, body: string, headers: Headers): Promise<Reported[]> => {
  const sent = parse(body);
  if (!Array.isArray(sent)) {
    const token = textOf(sent, 'token');
    if (token === undefined || !isWellFormedToken(token)) {
      throw invalid(
        'This is no whole personal access token. Copy all of it.',
        '/token',
        'must be a whole token',
      );
    }
    return [{ token, type: defaultType, url: undefined }];
  }
  await requireSignature(context, body, headers);
  if (sent.length > limits.leakedTokensMax) {
    throw invalid(
      `The list has more than ${limits.leakedTokensMax} tokens. Split it.`,
      '',
      `must have at most ${limits.leakedTokensMax} items`,
    );
  }
  return sent.map((item: unknown, index) => {
    const [token, type, url] = [textOf(item, 'token'), textOf(item, 'type'), textOf(item, 'url')];
    if (token === undefined)
      throw invalid(
        'An item has no token. Add it, or leave the item out.',
        `/${index}/token`,
        'must be a text',
      );
    return { token, type: (type ?? defaultType).slice(0, typeCharsMax), url: addressOf(url) };
  });
};

const parse = (body: string): unknown => {
  try {
    return JSON.parse(body);
  } catch {
    throw invalid('The body is not JSON. Correct it and send it again.', '', 'must be JSON');
  }
};

const textOf = (value: unknown, key: string): string | undefined => {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
  const text = (value as Readonly<Record<string, unknown>>)[key];
  return typeof text === 'string' ? text : undefined;
};

/** An address of the web without what could be the secret itself. */
const addressOf = (url: string | undefined): string | undefined => {
  if (url === undefined || !URL.canParse(url)) return undefined;
  const { protocol, origin, pathname } = new URL(url);
  return /^https?:$/.test(protocol) ? `${origin}${pathname}`.slice(0, urlCharsMax) : undefined;
};

const requireSignature = async (
  { config, outages }: Context,
  body: string,
  headers: Headers,
): Promise<void> => {
  const address = config.SECRET_SCANNING_KEYS_URL;
  const { 'github-public-key-identifier': id, 'github-public-key-signature': signature } = headers;
  if (address === undefined) throw unsigned('This registry trusts no scanner.');
  if (id === undefined || signature === undefined) throw unsigned('The list is not signed.');
  const key = await findScanningKey(address, id, config.OUTBOUND_PRIVATE === 'yes').catch(
    (error: unknown) => {
      if (!(error instanceof OutboundError)) throw error;
      throw new ApiError(
        'unavailable',
        `The keys of the scanner cannot be read: ${error.message}. Try again in a moment.`,
        { headers: { 'retry-after': '5' }, cause: outages.failed('scanner', error) },
      );
    },
  );
  outages.answered('scanner');
  const isGood =
    key !== undefined && verify('sha256', Buffer.from(body), key, Buffer.from(signature, 'base64'));
  if (!isGood) throw unsigned('The signature is not by a key of the scanner.');
};

const unsigned = (sentence: string): ApiError =>
  new ApiError('forbidden', `${sentence} Report a single token by {"token": "pbp_…"} without a signature.`);
