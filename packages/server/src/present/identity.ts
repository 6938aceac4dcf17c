import type { Identity } from '@patchbay/contract';
import type { IdentityRecord } from '../store/rows/identities.ts';

/** An identity. `usable` is the issuer of the provider that users sign in with now. */
export const presentIdentity = (
  { id, issuer, subject, createdAt, lastUsedAt }: IdentityRecord,
  usable: string | undefined,
): Identity => ({
  id,
  issuer,
  subject,
  is_usable: issuer === usable,
  created_at: createdAt,
  last_used_at: lastUsedAt,
});
