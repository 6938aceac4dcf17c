import { randomBytes, timingSafeEqual } from 'node:crypto';
import { base32 } from '@better-auth/utils/base32';
import { createOTP } from '@better-auth/utils/otp';
import { limits } from '@patchbay/contract';
import type { Config } from '../config.ts';
import { type ApiError, invalidValue } from '../errors.ts';
import { type SealedBy, seal, unseal } from '../seal.ts';
import {
  type TotpRecord,
  countRecoveryCodes,
  findFactorId,
  findTotp,
  removeRecoveryCodes,
  replaceRecoveryCodes,
  useRecoveryCode,
  useStep,
} from '../store/rows/second-factors.ts';
import { type SessionRecord, endOtherSessions, updateSessionFacts } from '../store/rows/sessions.ts';
import type { Writer } from '../store/store.ts';
import { makeLetters } from './device-codes.ts';
import { type Site, tellAccount } from './tell.ts';
import { tokenDigest } from './tokens.ts';

type Secret = Pick<Config, 'SECRET'>;

const sealedBy = ({ SECRET }: Secret, factorId: string): SealedBy => ({
  secret: SECRET,
  id: factorId,
  purpose: ['authenticator app'],
});

/** What an authenticator app makes its codes from: 144 random bits, as text. */
export const makeTotpSecret = (): string => randomBytes(18).toString('base64url');

export const sealTotpSecret = (config: Secret, factorId: string, secret: string): string =>
  seal(sealedBy(config, factorId), secret);

/** A new secret as apps take it: typed, and from a QR code. */
export const presentTotp = (secret: string, issuer: string, account: string) => ({
  secret: base32.encode(secret, { padding: false }),
  uri: createOTP(secret).url(issuer, account),
});

const stepMs = 30_000;

/** The step that the six digits are of: this one, or the one before or after, since clocks differ (RFC 6238, 5.2). */
const findStep = async (secret: string, digits: string, now: string): Promise<number | undefined> => {
  const current = Math.floor(Date.parse(now) / stepMs);
  const { hotp } = createOTP(secret);
  for (const step of [current, current - 1, current + 1]) {
    if (timingSafeEqual(Buffer.from(await hotp(step)), Buffer.from(digits))) return step;
  }
  return undefined;
};

/** Uses a code of an authenticator app, confirmed or not, once. Throws if it is wrong or was used. */
export const useTotpCode = async (
  tx: Writer,
  config: Secret,
  { id, sealed_secret: sealedSecret }: TotpRecord,
  code: string,
): Promise<void> => {
  const digits = code.replaceAll(/[\s-]/g, '');
  const step = /^\d{6}$/.test(digits)
    ? await findStep(unseal(sealedBy(config, id), sealedSecret), digits, tx.now)
    : undefined;
  if (step === undefined || !(await useStep(tx, id, step))) throw wrongCode();
};

/**
 * Uses a code of the authenticator app of a user, or a recovery code, once. Returns the second factor of the user, or
 * undefined if there is none. Throws if the code is wrong or was used.
 */
export const useFactor = async (
  tx: Writer,
  site: Site & { config: Secret },
  userId: string,
  code: string,
): Promise<string | undefined> => {
  const factorId = await findFactorId(tx.db, userId);
  if (factorId === undefined) return undefined;
  if (await useRecoveryCode(tx, userId, recoveryDigest(userId, code))) {
    const left = await countRecoveryCodes(tx.db, userId);
    await tx.append({ kind: 'user.recovery-code-used', about: { id: userId }, after: { left } });
    await tellAccount(tx, site, userId, 'recovery-code-used');
  } else {
    const totp = await findTotp(tx.db, userId);
    if (totp?.id !== factorId) {
      throw wrongCode(
        'This is no recovery code of the account, or it was used. Use your passkey, or another code.',
      );
    }
    await useTotpCode(tx, site.config, totp, code);
  }
  return factorId;
};

/**
 * What follows from the removal of a factor: other sessions end, and the one that asked, which may have proved just that
 * one, counts as having proved what is left. Recovery codes take the place of another factor, so they end with the last.
 */
export const settleRemoval = async (
  tx: Writer,
  site: Site,
  { userId, session }: { userId: string; session: Pick<SessionRecord, 'id' | 'signedInAt' | 'factorId'> },
  removed: { id: string; factor: 'totp' | 'passkey' },
): Promise<void> => {
  const left = await findFactorId(tx.db, userId);
  if (left === undefined) await removeRecoveryCodes(tx, userId);
  await endOtherSessions(tx, userId, session.id);
  if (left === undefined || session.factorId === removed.id) {
    await updateSessionFacts(tx, session, { factor_id: left ?? null });
  }
  const { factor } = removed;
  await tx.append({ kind: 'user.factor-removed', about: { id: userId }, before: { factor } });
  await tellAccount(tx, site, userId, factor === 'totp' ? 'factor-removed' : 'passkey-removed');
};

const recoveryLetters = 16;

const recoveryDigest = (userId: string, code: string): string =>
  tokenDigest(`${userId} ${code.toUpperCase().replaceAll(/[^A-Z0-9]/g, '')}`);

/** New recovery codes in the place of those before, each of 69 random bits. Only their digests are stored. */
export const makeRecoveryCodes = async (tx: Writer, userId: string): Promise<string[]> => {
  const codes = Array.from({ length: limits.recoveryCodesMax }, () =>
    makeLetters(recoveryLetters).replaceAll(/.{4}(?=.)/g, '$&-'),
  );
  await replaceRecoveryCodes(
    tx,
    userId,
    codes.map((code) => recoveryDigest(userId, code)),
  );
  return codes;
};

/** The request is not over: another code may follow. */
export const wrongCode = (
  message = 'The code is wrong or was used. Wait for the next one of the authenticator app, or use a recovery code.',
): ApiError => invalidValue('/code', message);
