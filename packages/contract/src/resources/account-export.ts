import { Type } from 'typebox';
import { memberRoles } from '../statuses.ts';
import { PublisherId, Timestamp } from '../text.ts';
import { AccountEvent } from './account-event.ts';
import { Identity } from './identity.ts';
import { Invitation } from './invitation.ts';
import { Passkey } from './passkey.ts';
import { Report } from './report.ts';
import { OwnFactor } from './second-factor.ts';
import { Session } from './session.ts';
import { ManagedUser } from './user.ts';

/** All that the registry knows about an account, besides secrets, of which it knows only digests. */
export const AccountExport = Type.Object({
  account: ManagedUser,
  sign_in_methods: Type.Array(
    Type.Object({
      kind: Type.String({ description: '`credential` for a password, else the issuer of an identity' }),
      since: Timestamp('Since'),
    }),
  ),
  identities: Type.Array(Identity, { description: 'What external providers know the account as' }),
  second_factor: OwnFactor,
  passkeys: Type.Array(Passkey),
  sessions: Type.Array(Type.Omit(Session, ['current', 'network'])),
  publishers: Type.Array(
    Type.Object({ id: PublisherId, role: Type.Enum([...memberRoles]), since: Timestamp('Since') }),
  ),
  tokens: Type.Array(
    Type.Object({
      id: Type.String(),
      name: Type.String(),
      publisher_id: PublisherId,
      created_at: Timestamp('When the account made it'),
      expires_at: Type.Optional(Timestamp('When it ends')),
      last_used_at: Type.Optional(Timestamp('When it was used last, to the minute')),
      revoked_at: Type.Optional(Timestamp('When it was revoked')),
    }),
  ),
  invitations: Type.Array(Invitation, { description: 'Open ones, to the account and by it' }),
  reviews: Type.Array(
    Type.Object({ node_id: Type.String(), star: Type.Integer(), created_at: Timestamp('When') }),
  ),
  reports: Type.Array(Report),
  events: Type.Array(AccountEvent),
});
export type AccountExport = Type.Static<typeof AccountExport>;
