import { createHash } from 'node:crypto';
import type { PasswordHasher } from '../../src/accounts/password-hasher.ts';

const digest = (password: string): string => createHash('sha256').update(password).digest('hex');

/** As any hasher, at none of the cost that keeps a stolen hash safe. */
export const cheapHasher: PasswordHasher = {
  hash: async (password) => digest(password),
  verify: async ({ hash, password }) => hash === digest(password),
};
