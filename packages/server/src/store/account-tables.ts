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
  id: string;
  userId: string;
  /** The SHA-256 of the token, in hexadecimal. */
  token: string;
  expiresAt: string;
}

/** The sign-in methods of users: here only a password. */
export interface AccountTable {
  id: string;
  accountId: string;
  providerId: string;
  userId: string;
  /** Its hash. */
  password: string | null;
  createdAt: string;
  updatedAt: string;
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
