import type { Config } from '../config.ts';
import type { Store } from '../store/store.ts';
import { deleteLinksOfPassword } from '../store/rows/account-links.ts';
import { beginPasswordCheck, forgetPasswordCheck, isPasswordChecked } from '../store/rows/sign-ins.ts';
import { endSessions } from '../store/rows/sessions.ts';
import { findPasswordHash, findUser, setPasswordHash } from '../store/rows/users.ts';
import { breached, type PasswordHasher } from './password-hasher.ts';
import { type Asking, isInBreach } from './password-breaches.ts';
import { passwordMark } from './session-of-password.ts';
import { hostOf, tellUser } from './tell.ts';

/** How many passwords are looked up at a time. One that is not looked up now is at the next sign-in. */
const atOnceMax = 8;
const dayMs = 24 * 60 * 60_000;

interface Tools extends Asking {
  config: Config;
  hasher: PasswordHasher;
  now: () => Date;
  onFailure: (error: unknown) => void;
  publicUrl: () => string;
  store: Store;
}

/**
 * Looks up the passwords that sign in, in the background and at most once a day each. One that was found in a breach
 * stops signing in: all sessions end, and its user is told to set a new one.
 */
export class BreachWatch {
  readonly #tools: Tools;
  readonly #looks = new Set<Promise<void>>();

  constructor(tools: Tools) {
    this.#tools = tools;
  }

  /** Begins to look up a password that was just right. Never throws. */
  look(userId: string, password: string): void {
    if (this.#tools.config.PASSWORD_CHECK_URL === undefined || this.#looks.size >= atOnceMax) return;
    const look = this.#look(userId, password)
      .catch(this.#tools.onFailure)
      .finally(() => this.#looks.delete(look));
    this.#looks.add(look);
  }

  /** Resolves when the looks that were begun have ended. */
  async flush(): Promise<void> {
    await Promise.all(this.#looks);
  }

  async #look(userId: string, password: string): Promise<void> {
    const { now, store } = this.#tools;
    const hash = await findPasswordHash(store.read, userId);
    if (hash === undefined || hash.startsWith(breached)) return;
    const since = new Date(now().getTime() - dayMs).toISOString();
    const look = { userId, passwordMark: passwordMark(hash), since };
    if (await isPasswordChecked(store.read, look)) return;
    if (!(await store.write({ actor: 'server' }, (tx) => beginPasswordCheck(tx, look)))) return;
    const isKnown = await isInBreach(this.#tools, password);
    if (isKnown === undefined)
      await store.write({ actor: 'server' }, (tx) => forgetPasswordCheck(tx, userId));
    // It may be the password before the present one, which was replaced since it was right.
    else if (isKnown && (await this.#tools.hasher.verify({ hash, password })))
      await this.#disable(userId, hash);
  }

  #disable(userId: string, hash: string): Promise<void> {
    const { store } = this.#tools;
    return store.write({ actor: 'server' }, async (tx) => {
      const user = await findUser(tx.db, userId);
      if (user === undefined || (await findPasswordHash(tx.db, userId)) !== hash) return;
      // To sign-ins under way it is another password.
      await setPasswordHash(tx, userId, breached + hash);
      await endSessions(tx, userId);
      await deleteLinksOfPassword(tx, userId);
      await tx.append({ kind: 'user.password-breached', about: user });
      const host = hostOf(this.#tools);
      await tellUser(tx, this.#tools, user, {
        what: 'password-breached',
        subject: `Your password at ${host} was found in a breach`,
        paragraphs: [
          `Somebody just signed in to your account at ${host} with its password, which was found in a breach of another service. It signs in no longer, and all sessions ended. Set a new one that you use nowhere else.`,
          'Personal access tokens are as they were.',
        ],
      });
    });
  }
}
