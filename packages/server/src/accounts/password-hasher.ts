import { availableParallelism } from 'node:os';
import { hashPassword, verifyPassword } from 'better-auth/crypto';

/** How passwords are kept: as the accounts library takes it. */
export interface PasswordHasher {
  hash(password: string): Promise<string>;
  verify(attempt: { hash: string; password: string }): Promise<boolean>;
}

/**
 * The hasher, for at most so many passwords at once. Others wait, in the order in which they came: sign-ins from many
 * addresses must leave processors to other requests, and threads of the runtime to the disk.
 */
export const hashInTurn = (hasher: PasswordHasher, atOnceMax: number): PasswordHasher => {
  const waiting: (() => void)[] = [];
  let running = 0;
  const inTurn = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    if (running >= atOnceMax) await new Promise<void>((resolve) => waiting.push(resolve));
    else running += 1;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      // Whoever is next takes the place over.
      if (next === undefined) running -= 1;
      else next();
    }
  };
  return {
    hash: (password) => inTurn(() => hasher.hash(password)),
    verify: (attempt) => inTurn(() => hasher.verify(attempt)),
  };
};

/** The library’s own scrypt. It takes a tenth of a second and 32 MiB on purpose. */
export const scryptHasher: PasswordHasher = hashInTurn(
  { hash: hashPassword, verify: verifyPassword },
  availableParallelism() > 2 ? 2 : 1,
);
