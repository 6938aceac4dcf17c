import {
  type PersonalAccessToken,
  type IssuerKind,
  type TrustedPublisher,
  type Invitation,
  type QuotaRow,
  type QuotaSubject,
  type Usage,
  quotas,
} from '@patchbay/contract';
import type { ListedToken } from '../store/rows/tokens.ts';
import type { ListedTrustedPublisher } from '../store/rows/trusted-publishers.ts';
import type { InvitationRecord } from '../store/rows/invitations.ts';
import type { Quota } from '../store/rows/quotas.ts';

/** The token as listed: masked, unless the secret is passed in. */
export const presentToken = (record: ListedToken, secret?: string): PersonalAccessToken => ({
  id: record.id,
  ...record.terms,
  maker: { id: record.maker.id, name: record.maker.name },
  token: secret ?? record.masked,
  createdAt: record.createdAt,
  ...(record.lastUsedAt === null ? {} : { lastUsedAt: record.lastUsedAt }),
});

export const presentTrustedPublisher = (
  { id, issuer, nodeKey, nodeId, terms, maker, createdAt, lastUsedAt }: ListedTrustedPublisher,
  kind: IssuerKind,
): TrustedPublisher => ({
  id,
  issuer,
  kind,
  ...(nodeKey === null ? {} : { node_id: nodeId ?? nodeKey }),
  ...terms,
  is_pending: nodeKey !== null && nodeId === null,
  maker: { id: maker.id, name: maker.name },
  created_at: createdAt,
  ...(lastUsedAt === null ? {} : { last_used_at: lastUsedAt }),
});

export const presentInvitation = (invitation: InvitationRecord): Invitation => ({
  id: invitation.id,
  publisher_id: invitation.publisherId,
  email: invitation.email,
  role: invitation.role,
  invited_by: invitation.inviter,
  created_at: invitation.createdAt,
  expires_at: invitation.expiresAt,
});

/** Quotas of a subject by name. */
export const presentUsage = <Subject extends QuotaSubject>(found: readonly Quota[]): Usage<Subject> =>
  Object.fromEntries(
    found.map(({ name, used, max }) => {
      const { isCounted }: QuotaRow = quotas[name];
      return [name, isCounted === false ? { max } : { used, max }];
    }),
  ) as Usage<Subject>;
