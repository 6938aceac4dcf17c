import { networkInWords } from '../limits/client-network.ts';
import { addSignIns, findUserIdsByEmail } from '../store/rows/sign-ins.ts';
import type { Store } from '../store/store.ts';
import { serialize } from '../timing.ts';

/** Pairs of address and network between two writes; what is more is not kept. */
const pendingMax = 1_000;

interface Failed {
  email: string;
  network: string;
  count: number;
}

/**
 * Counts failed sign-ins in memory until it writes them, in one transaction for all accounts. So a stranger who guesses
 * causes no write of their own, and the time of an answer does not tell whether the account exists. A process that is
 * killed loses what it counted since then.
 */
export class FailedSignIns {
  readonly #store: Pick<Store, 'read' | 'write'>;
  #pending = new Map<string, Failed>();

  constructor(store: Pick<Store, 'read' | 'write'>) {
    this.#store = store;
  }

  count(email: string, ip: string): void {
    this.#add({ email: email.toLowerCase(), network: networkInWords(ip), count: 1 });
  }

  /** Writes what was counted for accounts that exist. If that fails, it stays. */
  readonly flush = serialize(() => this.#flush());

  async #flush(): Promise<void> {
    if (this.#pending.size === 0) return;
    const pending = [...this.#pending.values()];
    this.#pending = new Map();
    try {
      const users = await findUserIdsByEmail(this.#store.read, [
        ...new Set(pending.map(({ email }) => email)),
      ]);
      const known = pending.flatMap(({ email, ...failed }) => {
        const userId = users.get(email);
        return userId === undefined ? [] : [{ userId, ...failed }];
      });
      if (known.length === 0) return;
      await this.#store.write({ actor: 'server' }, async (tx) => {
        for (const failed of known) await addSignIns(tx, { ...failed, event: 'sign-in-failed' });
      });
    } catch (error) {
      for (const failed of pending) this.#add(failed);
      throw error;
    }
  }

  #add({ email, network, count }: Failed): void {
    const key = `${email}\0${network}`;
    const known = this.#pending.get(key);
    if (known !== undefined) known.count += count;
    else if (this.#pending.size < pendingMax) this.#pending.set(key, { email, network, count });
  }
}
