import { type AccountExport, limits } from '@patchbay/contract';
import { barePageOf } from '../store/listing/pages.ts';
import { findAccountRows } from '../store/rows/account-rows.ts';
import { findIdentitiesOf } from '../store/rows/identities.ts';
import { findInvitationsOf } from '../store/rows/invitations.ts';
import { findPasskeys } from '../store/rows/passkeys.ts';
import { findReportsOfUser } from '../store/rows/reports.ts';
import { findSessionsOfUser } from '../store/rows/sessions.ts';
import type { UserRecord } from '../store/rows/users.ts';
import type { ReadConnection } from '../store/store.ts';
import { presentAccountEvents } from './account-events.ts';
import {
  presentIdentity,
  presentPasskey,
  presentFactor,
  presentSession,
  presentManagedUser,
} from './account.ts';
import { presentInvitation } from './publisher.ts';
import { presentReport } from './moderation.ts';

/**
 * All that the registry knows about an account, the newest items of each list. `issuer` is that of the provider now.
 * Invitations to an address are for who has proved it, where that is asked.
 */
export const presentAccountExport = async (
  read: ReadConnection,
  user: UserRecord,
  { now, issuer, isAddressProven }: { now: string; issuer: string | undefined; isAddressProven: boolean },
): Promise<AccountExport> => {
  const { methods, memberships, tokens, reviews } = await findAccountRows(read, user.id);
  const reports = await findReportsOfUser(read, user.id, barePageOf({}));
  const { events } = await presentAccountEvents(read, user.id, { limit: limits.barePageSizeMax });
  return {
    account: presentManagedUser(user),
    sign_in_methods: methods.map(({ providerId, createdAt }) => ({
      kind: providerId,
      since: new Date(createdAt).toISOString(),
    })),
    identities: (await findIdentitiesOf(read, user.id)).map((identity) => presentIdentity(identity, issuer)),
    second_factor: await presentFactor(read, user.id),
    passkeys: (await findPasskeys(read, user.id)).map(presentPasskey),
    sessions: (await findSessionsOfUser(read, user.id)).map(presentSession),
    publishers: memberships.map(({ publisher_id: id, role, created_at: since }) => ({ id, role, since })),
    tokens: tokens.map(({ id, request_json: json, publisher_id, created_at, ...token }) => ({
      id,
      name: (JSON.parse(json) as { name: string }).name,
      publisher_id,
      created_at,
      ...(token.expires_at === null ? {} : { expires_at: token.expires_at }),
      ...(token.last_used_at === null ? {} : { last_used_at: token.last_used_at }),
      ...(token.revoked_at === null ? {} : { revoked_at: token.revoked_at }),
    })),
    invitations: (
      await findInvitationsOf(read, { id: user.id, email: isAddressProven ? user.email : undefined }, now)
    ).map(presentInvitation),
    reviews,
    reports: reports.items.map(presentReport),
    events,
  };
};
