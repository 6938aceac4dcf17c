import { hashPassword, verifyPassword } from 'better-auth/crypto';

/** How passwords are kept: as the accounts library takes it. */
export interface PasswordHasher {
  hash(password: string): Promise<string>;
  verify(attempt: { hash: string; password: string }): Promise<boolean>;
}

/** The library’s own scrypt. It takes a tenth of a second and 32 MiB on purpose. */
export const scryptHasher: PasswordHasher = { hash: hashPassword, verify: verifyPassword };
