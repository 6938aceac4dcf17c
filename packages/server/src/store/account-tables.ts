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
