// The tables of the accounts library, in its naming.

export interface UserTable {
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
}

export interface SessionTable {
  ipAddress: string | null;
  id: string;
  userId: string;
  /** The SHA-256 of the token, in hexadecimal. */
  token: string;
  expiresAt: string;
  createdAt: string;
  updatedAt: string;
}

/** Absent for a session that began before it was recorded, or at a server of the version before. */
export interface SessionFactsTable {
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
}

/** The authenticator app of a user (RFC 6238). */
export interface TotpFactorsTable {
  id: string;
  user_id: string;
  /** What it makes its codes from, encrypted. */
  sealed_secret: string;
  created_at: string;
  /** Null until a code of it was entered. */
  confirmed_at: string | null;
  /** The time of the last code that was used, in steps of 30 seconds: no code of this or an earlier one counts. */
  last_step: number | null;
}

/** The recovery codes that were not used. */
export interface RecoveryCodesTable {
  user_id: string;
  /** The SHA-256 of the user and the code, in hexadecimal. */
  digest: string;
}

/** A credential of WebAuthn, which signs its user in. */
export interface PasskeysTable {
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
}

/** Challenges that were answered, each once. Ours are signed, so that none is stored before. */
export interface UsedChallengesTable {
  digest: string;
  expires_at: string;
}

/** The sign-in methods of users: a password, and identities at external providers. */
export interface AccountTable {
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
}

/** What a device asks for: a session of the user who approves it. */
export interface DeviceCodeTable {
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
}

/** Verification codes of the accounts library; unused here. */
export interface VerificationTable {
  id: string;
  identifier: string;
  value: string;
  expiresAt: string;
  createdAt: string;
  updatedAt: string;
}

/** Sign-ins with an external provider that are under way. */
export interface SignInFlowsTable {
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
}

/** Memberships that came from groups of the external provider, and end with them. */
export interface GroupMembersTable {
  publisher_id: string;
  user_id: string;
}
