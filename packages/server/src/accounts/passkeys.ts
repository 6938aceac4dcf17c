import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import {
  canHavePasskeys,
  limits,
  type Body,
  type PasskeyCreation,
  type Endpoints,
  type ProvedCredential,
  type PasskeyRequest,
} from '@patchbay/contract';
import { useChallenge, type PasskeyRecord, findPasskey, usePasskey } from '../store/rows/passkeys.ts';
import { tokenDigest } from './tokens.ts';
import type { Context } from '../context.ts';
import { ApiError } from '../errors.ts';
import type { UserRecord } from '../store/rows/users.ts';
import type { Writer } from '../store/store.ts';

/** What a challenge is for: to prove a passkey, or to add one to the account of a user. */
type ChallengePurpose = 'prove' | `add:${string}`;

const [timeBytes, nonceBytes] = [6, 16];

const sign = (secret: string, purpose: ChallengePurpose, head: Uint8Array): Buffer =>
  createHmac('sha256', secret)
    .update(JSON.stringify(['passkey', purpose]))
    .update(head)
    .digest();

/** A new challenge: its expiry and a nonce, signed, so that the server stores nothing for it. */
const makeChallenge = (secret: string, purpose: ChallengePurpose, now: Date): Uint8Array<ArrayBuffer> => {
  const time = Buffer.alloc(timeBytes);
  time.writeUIntBE(now.getTime() + limits.pendingSignInSeconds * 1_000, 0, timeBytes);
  const head = Buffer.concat([time, randomBytes(nonceBytes)]);
  return new Uint8Array(Buffer.concat([head, sign(secret, purpose, head)]));
};

/** A challenge of this server that has not expired, for `useChallenge`; undefined for any other text. */
const readChallenge = (
  secret: string,
  purpose: ChallengePurpose,
  challenge: string,
  now: Date,
): Parameters<typeof useChallenge>[1] | undefined => {
  const bytes = Buffer.from(challenge, 'base64url');
  const head = bytes.subarray(0, timeBytes + nonceBytes);
  const good = sign(secret, purpose, head);
  const signature = bytes.subarray(head.length);
  if (signature.length !== good.length || !timingSafeEqual(signature, good)) return undefined;
  const expires = head.readUIntBE(0, timeBytes);
  return expires > now.getTime()
    ? { digest: tokenDigest(bytes.toString('base64url')), expires_at: new Date(expires).toISOString() }
    : undefined;
};

type Tools = Pick<Context, 'config' | 'now' | 'publicUrl' | 'store'>;

/** Whom a passkey trusts: the host name of the registry. Throws `forbidden` for an address, which none can be for. */
const relyingParty = ({ publicUrl }: Pick<Context, 'publicUrl'>): { rpID: string; origin: string } => {
  const { hostname, origin } = new URL(publicUrl());
  if (!canHavePasskeys(publicUrl())) {
    throw new ApiError(
      'forbidden',
      'This registry has an address and no name, so no passkey can be for it. Use an authenticator app.',
    );
  }
  return { rpID: hostname, origin };
};

const timeoutMs = 5 * 60_000;

/** It takes 25 MB, and few servers are asked for a passkey right after they start. */
const library = () => import('@simplewebauthn/server');

/** EdDSA, ES256 and RS256, as COSE numbers them: every runtime that the server runs on verifies them. */
const algorithms = [-8, -7, -257] as const;

/** What a browser needs to make a passkey that it can find by itself and that asks who is there. */
export const creationOptions = async (
  tools: Tools,
  user: UserRecord,
  known: readonly PasskeyRecord[],
): Promise<PasskeyCreation> => {
  const { rpID } = relyingParty(tools);
  const { generateRegistrationOptions } = await library();
  const options = await generateRegistrationOptions({
    rpID,
    rpName: rpID,
    userID: new Uint8Array(Buffer.from(user.id)),
    userName: user.email,
    userDisplayName: user.name,
    challenge: makeChallenge(tools.config.SECRET, `add:${user.id}`, tools.now()),
    timeout: timeoutMs,
    attestationType: 'none',
    supportedAlgorithmIDs: [...algorithms],
    excludeCredentials: known.map(({ credential_id: id }) => ({ id })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
  return options as PasskeyCreation;
};

/** What a browser needs to prove a passkey that it has for this registry. */
export const requestOptions = async (tools: Tools): Promise<PasskeyRequest> => {
  const { rpID } = relyingParty(tools);
  const { generateAuthenticationOptions } = await library();
  const options = await generateAuthenticationOptions({
    rpID,
    challenge: makeChallenge(tools.config.SECRET, 'prove', tools.now()),
    timeout: timeoutMs,
    userVerification: 'required',
  });
  return options as PasskeyRequest;
};

type Challenge = NonNullable<ReturnType<typeof readChallenge>>;

/** Reads the challenge that a response answers, for the library to ask about. */
const challengeOf = ({ config, now }: Tools, purpose: ChallengePurpose) => {
  const found: { challenge?: Challenge } = {};
  return {
    found,
    expectedChallenge: (text: string): boolean => {
      const challenge = readChallenge(config.SECRET, purpose, text, now());
      if (challenge !== undefined) found.challenge = challenge;
      return challenge !== undefined;
    },
  };
};

/** A new credential of a user, verified, whose challenge `useChallenge` has to use up. Throws if it is not good. */
export const verifyNewPasskey = async (
  tools: Tools,
  userId: string,
  { clientExtensionResults = {}, ...credential }: Body<Endpoints['addPasskey']>['credential'],
) => {
  const { rpID, origin } = relyingParty(tools);
  const { found, expectedChallenge } = challengeOf(tools, `add:${userId}`);
  const { verifyRegistrationResponse } = await library();
  const { verified, registrationInfo } = await verifyRegistrationResponse({
    response: { ...credential, type: 'public-key', clientExtensionResults },
    expectedChallenge,
    expectedOrigin: origin,
    expectedRPID: rpID,
    requireUserVerification: true,
    supportedAlgorithmIDs: [...algorithms],
  }).catch(refuse);
  if (!verified || found.challenge === undefined) throw wrongPasskey();
  const { id, publicKey, counter } = registrationInfo.credential;
  return {
    challenge: found.challenge,
    credential_id: id,
    public_key: Buffer.from(publicKey).toString('base64url'),
    counter,
  };
};

/** A passkey that a response proved; `use` records it in a transaction, once. */
export interface ProvedPasskey {
  id: string;
  userId: string;
  use: (tx: Writer) => Promise<void>;
}

/** Verifies a response of a passkey of this registry. Throws if it is not good, or of an unknown passkey. */
export const provePasskey = async (
  tools: Tools,
  { clientExtensionResults = {}, ...credential }: ProvedCredential,
): Promise<ProvedPasskey> => {
  const { rpID, origin } = relyingParty(tools);
  const passkey = await findPasskey(tools.store.read, credential.id);
  if (passkey === undefined) throw wrongPasskey();
  const { found, expectedChallenge } = challengeOf(tools, 'prove');
  const { verifyAuthenticationResponse } = await library();
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: { ...credential, type: 'public-key', clientExtensionResults },
    expectedChallenge,
    expectedOrigin: origin,
    expectedRPID: rpID,
    credential: {
      id: passkey.credential_id,
      publicKey: new Uint8Array(Buffer.from(passkey.public_key, 'base64url')),
      counter: passkey.counter,
    },
    requireUserVerification: true,
  }).catch(refuse);
  const { challenge } = found;
  if (!verified || challenge === undefined) throw wrongPasskey();
  return {
    id: passkey.id,
    userId: passkey.user_id,
    use: async (tx) => {
      const isNew = await useChallenge(tx, challenge);
      if (!isNew || !(await usePasskey(tx, passkey, authenticationInfo.newCounter))) throw wrongPasskey();
    },
  };
};

/** What the library throws is about the response, which anyone can write. */
const refuse = (error: unknown): never => {
  throw wrongPasskey(error);
};

/** One sentence for whatever is wrong: which passkeys there are is nobody's business. */
export const wrongPasskey = (cause?: unknown): ApiError => {
  const message =
    'The passkey was not accepted: it is unknown here, or its answer is too old or was used. Try again.';
  return new ApiError('invalid_request', message, { details: [{ path: '/credential', message }], cause });
};
