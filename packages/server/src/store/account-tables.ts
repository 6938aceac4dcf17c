import type { MemberRole, ProposalAim, SignInEvent } from '@patchbay/contract';

/** Accounts and what people do with them. Some are tables of the accounts library, in its naming. */
export interface AccountTables {
  user: {
    id: string;
    name: string;
    email: string;
    emailVerified: number;
    image: string | null;
    createdAt: string;
    updatedAt: string;
    role: string | null;
    banned: number | null;
    banReason: string | null;
    banExpires: string | null;
  };
  session: {
    ipAddress: string | null;
    id: string;
    userId: string;
    /** The SHA-256 of the token, in hexadecimal. */
    token: string;
    expiresAt: string;
    createdAt: string;
    updatedAt: string;
  };
  /** Absent for a session that began before it was recorded, or at a server of the version before. */
  session_facts: {
    session_id: string;
    /** When its person last proved who they are. By the machine's clock, as all of it. */
    signed_in_at: string;
    last_used_at: string;
    /** The second factor that was proved, too; null if none was. */
    factor_id: string | null;
    /** In words; null if unknown. */
    device: string | null;
    /** Encrypted; null if unknown. */
    sealed_network: string | null;
  };
  /** The authenticator app of a user (RFC 6238). */
  totp_factors: {
    id: string;
    user_id: string;
    /** What it makes its codes from, encrypted. */
    sealed_secret: string;
    created_at: string;
    /** Null until a code of it was entered. */
    confirmed_at: string | null;
    /** The time of the last code that was used, in steps of 30 seconds: no code of this or an earlier one counts. */
    last_step: number | null;
  };
  /** The recovery codes that were not used. */
  recovery_codes: {
    user_id: string;
    /** The SHA-256 of the user and the code, in hexadecimal. */
    digest: string;
  };
  /** A credential of WebAuthn, which signs its user in. */
  passkeys: {
    id: string;
    user_id: string;
    /** In Base64url, as the browser names it. */
    credential_id: string;
    /** In Base64url, as COSE. */
    public_key: string;
    /** How often it signed, if it counts; a lower one than before is that of a copy. */
    counter: number;
    name: string;
    created_at: string;
    last_used_at: string | null;
  };
  /** Challenges that were answered, each once. Ours are signed, so that none is stored before. */
  used_challenges: {
    digest: string;
    expires_at: string;
  };
  /** The sign-in methods of users: a password, and identities at external providers. */
  account: {
    id: string;
    /** Of an identity, the subject. */
    accountId: string;
    /** `credential` for a password, or the issuer of an identity. */
    providerId: string;
    userId: string;
    /** Its hash. */
    password: string | null;
    createdAt: string;
    updatedAt: string;
  };
  /** What a device asks for: a session of the user who approves it. */
  deviceCode: {
    id: string;
    /** The SHA-256 of the code, in hexadecimal. */
    deviceCode: string;
    /** The HMAC of the code with the server's secret, in hexadecimal. */
    userCode: string;
    userId: string | null;
    expiresAt: string;
    status: 'pending' | 'approved' | 'denied';
    lastPolledAt: string | null;
    /** In milliseconds. */
    pollingInterval: number | null;
    clientId: string | null;
    scope: string | null;
    /** Our own columns: the network that asked, null until it was counted, and the password that approved. */
    network: string | null;
    passwordMark: string | null;
  };
  /** Verification codes of the accounts library; unused here. */
  verification: {
    id: string;
    identifier: string;
    value: string;
    expiresAt: string;
    createdAt: string;
    updatedAt: string;
  };
  /** Sign-ins with an external provider that are under way. */
  sign_in_flows: {
    /** The SHA-256 of the secret that the browser holds. */
    id: string;
    purpose: 'sign-in' | 'device' | 'link';
    /** To whose account an identity is to be linked. */
    user_id: string | null;
    /** The digest of the code of the device that is to be approved, as the device codes hold it. */
    user_code: string | null;
    /** The mark of the network that began it. */
    network: string;
    expires_at: string;
  };
  /** Memberships that came from groups of the external provider, and end with them. */
  group_members: {
    publisher_id: string;
    user_id: string;
  };
  /** Invitations that wait for an answer; an answered one is in the log. */
  invitations: {
    id: string;
    publisher_id: string;
    /** In lower case. */
    email: string;
    role: MemberRole;
    inviter_id: string;
    created_at: string;
    expires_at: string;
  };
  /** The sign-ins of an account from one network within one hour. */
  sign_ins: {
    user_id: string;
    event: SignInEvent;
    /** The beginning of the timestamps of an hour: `2026-01-31T15`. */
    hour: string;
    /** As `networkInWords` writes it. */
    network: string;
    /** The last one. */
    at: string;
    count: number;
  };
  /** What waits for a second moderator. One that was decided is in the log. */
  proposals: {
    id: string;
    /** Which moderation to carry out, of those in `lifecycle/moderations.ts`. */
    moderation: string;
    params_json: string;
    body_json: string;
    aim: ProposalAim;
    /** There is one proposal for each. */
    subject: string;
    about: string;
    reason: string;
    proposer_id: string;
    created_at: string;
    expires_at: string;
  };
  /** When the password of a user was last looked up among breached ones at a sign-in. */
  password_checks: {
    user_id: string;
    /** Of the password then; see `accounts/session-of-password.ts`. */
    password_mark: string;
    checked_at: string;
  };
  /** A domain of verified addresses, as it was last looked up. */
  email_domains: {
    domain: string;
    looked_at: string;
    /** When it was first found to be gone; null while it is there. */
    missing_since: string | null;
  };
  /** An account whose address stopped counting because its domain is gone. */
  lapsed_addresses: {
    user_id: string;
    lapsed_at: string;
  };
  trusted_publishers: {
    id: string;
    publisher_id: string;
    /** The id of its node in lower case, which need not exist yet; null for all of the publisher. */
    node_key: string | null;
    /** The owner who created it. */
    maker_id: string;
    /** The URL of the issuer. */
    issuer: string;
    /** What it demands of a token, with the numbers that were kept at its first use. */
    terms_json: string;
    created_at: string;
    last_used_at: string | null;
  };
  /** The tokens of CI jobs that were exchanged, each once. */
  trusted_tokens: {
    /** A digest of the issuer and of the id of the token of the job. */
    identity: string;
    /** What it was exchanged for, of which publisher and by which rule. */
    token_id: string;
    publisher_id: string;
    trusted_publisher_id: string;
    /** From when on both are no good in any case. */
    forget_at: string;
  };
}
