import { uuidv7 } from 'uuidv7';
import { requireNotBanned } from '../authorization/user.ts';
import { ApiError } from '../errors.ts';
import {
  type ExternalId,
  type IdentityRecord,
  deleteIdentity,
  findIdentitiesOf,
  findIdentity,
  insertIdentity,
  insertUser,
  markIdentityUsed,
} from '../store/rows/identities.ts';
import { type UserRecord, findUser, findUserByEmail } from '../store/rows/users.ts';
import type { Writer } from '../store/store.ts';
import { type GroupRole, followGroups } from './group-members.ts';

/** Whom an external provider vouched for. */
interface Person extends ExternalId {
  name: string | undefined;
  /** Undefined unless the provider verified it. */
  email: string | undefined;
  groups: readonly string[];
}

interface Rules {
  SIGN_UP: 'open' | 'closed';
  SIGN_IN: 'any' | 'oidc';
  OIDC_GROUPS: readonly GroupRole[] | undefined;
  SECURITY_CONTACT: string | undefined;
}

/**
 * The user whom an external provider vouched for, whose memberships then follow the groups. A person whom no account is
 * linked to gets an account: an equal e-mail address proves nothing. Throws `forbidden`.
 */
export const enterAs = async (tx: Writer, person: Person, rules: Rules): Promise<UserRecord> => {
  const identity = await findIdentity(tx.db, person);
  const user =
    identity === undefined ? await createUser(tx, person, rules) : await findUser(tx.db, identity.userId);
  if (user === undefined) throw new Error('an identity belongs to no account');
  requireNotBanned(user, rules);
  if (identity !== undefined) await markIdentityUsed(tx, identity.id);
  await follow(tx, user.id, person.groups, rules);
  return user;
};

const createUser = async (tx: Writer, person: Person, rules: Rules): Promise<UserRecord | undefined> => {
  const owner = person.email === undefined ? undefined : await findUserByEmail(tx.db, person.email);
  if (owner !== undefined && rules.SIGN_IN === 'oidc') {
    throw new ApiError(
      'forbidden',
      `An account has the address ${person.email ?? ''} already. Ask the operator to link it to ${JSON.stringify(person.subject)} at the provider.`,
    );
  }
  if (rules.SIGN_UP === 'closed') {
    throw new ApiError(
      'forbidden',
      'This registry is closed to new accounts, and no account is linked to this identity. Ask the operator for one.',
    );
  }
  const id = uuidv7();
  const email = owner === undefined ? person.email : undefined;
  const name = person.name ?? 'Unnamed';
  // Each account has an address of its own. Nothing is ever sent to this one.
  await insertUser(tx, {
    id,
    name,
    email: email ?? `${id}@accounts.invalid`,
    isEmailVerified: email !== undefined,
  });
  await tx.append({ kind: 'user.created', about: { id }, after: { name } });
  await link(tx, id, person);
  return findUser(tx.db, id);
};

/**
 * Links an identity to the account of a user who proved both. Returns false if it was linked already. Throws
 * `identity_taken` if it belongs to another account, or the account has another identity of the provider.
 */
export const linkIdentity = async (
  tx: Writer,
  userId: string,
  person: Person,
  rules: Pick<Rules, 'OIDC_GROUPS'>,
): Promise<boolean> => {
  const isNew = await linkOnce(tx, userId, person);
  await follow(tx, userId, person.groups, rules);
  return isNew;
};

/** As `linkIdentity`, on the word of an operator, who knows no groups. */
export const linkOnce = async (tx: Writer, userId: string, external: ExternalId): Promise<boolean> => {
  const identity = await findIdentity(tx.db, external);
  if (identity !== undefined && identity.userId !== userId) {
    throw new ApiError(
      'identity_taken',
      'The identity at the provider belongs to another account. Sign in to that one, or unlink it there first.',
    );
  }
  const own = await findIdentitiesOf(tx.db, userId);
  if (identity === undefined && own.some(({ issuer }) => issuer === external.issuer)) {
    throw new ApiError(
      'identity_taken',
      'The account has another identity at the provider. Unlink that one first.',
    );
  }
  if (identity === undefined) await link(tx, userId, external);
  return identity === undefined;
};

const link = async (tx: Writer, userId: string, { issuer, subject }: ExternalId): Promise<void> => {
  await insertIdentity(tx, userId, { issuer, subject });
  await tx.append({ kind: 'user.identity-linked', about: { id: userId }, after: { issuer } });
};

/** Unlinks an identity, and ends the memberships that came from its groups. */
export const unlinkIdentity = async (
  tx: Writer,
  { id, userId, issuer }: IdentityRecord,
  rules: Pick<Rules, 'OIDC_GROUPS'>,
): Promise<void> => {
  await deleteIdentity(tx, id);
  await tx.append({ kind: 'user.identity-unlinked', about: { id: userId }, before: { issuer } });
  await follow(tx, userId, [], rules);
};

const follow = (
  tx: Writer,
  userId: string,
  groups: readonly string[],
  { OIDC_GROUPS: mapping = [] }: Pick<Rules, 'OIDC_GROUPS'>,
): Promise<void> => followGroups(tx, userId, groups, mapping);
