import { limits } from '@patchbay/contract';
import { unseen } from '@patchbay/contract/text-rules';
import type { IDToken, UserInfoResponse } from 'openid-client';
import { isMailAddress } from '../mail/mail-address.ts';

/** Whom the provider vouched for. */
export interface ExternalPerson {
  issuer: string;
  subject: string;
  /** One line of visible characters; undefined if the provider tells no name. */
  name: string | undefined;
  /** In lower case; undefined unless the provider verified it. */
  email: string | undefined;
  groups: readonly string[];
}

const groupsMax = 1_000;

/** Whom these claims are about. Nothing of them is taken as it is: people may choose them at the provider. */
export const personOf = (
  claims: IDToken & Partial<UserInfoResponse>,
  groupsClaim: string,
): ExternalPerson => {
  const { iss: issuer, sub: subject, email, email_verified: isVerified } = claims;
  const names = [claims.name, claims['preferred_username'], claims['nickname']];
  const groups: unknown = claims[groupsClaim];
  return {
    issuer,
    subject,
    name: names.map(lineOf).find((name) => name !== ''),
    email: isVerified === true && isAddress(email) ? email.toLowerCase() : undefined,
    groups: (Array.isArray(groups) ? groups : [groups])
      .filter((group) => typeof group === 'string')
      .slice(0, groupsMax),
  };
};

const unseenCharacters = new RegExp(`[${unseen}]`, 'gu');

/** What a claim says, as one line of visible characters; empty if it says nothing. */
const lineOf = (claim: unknown): string =>
  typeof claim === 'string'
    ? Array.from(claim.replaceAll(/\s+/g, ' ').replaceAll(unseenCharacters, '').trim())
        .slice(0, limits.nameCharsMax)
        .join('')
        .trim()
    : '';

/** Of ASCII alone: some other letters become ASCII in lower case, and the address that of somebody else. */
const isAddress = (email: unknown): email is string => typeof email === 'string' && isMailAddress(email);
