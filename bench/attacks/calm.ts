// A caller who does nothing wrong: it sends requests of several kinds at fixed rates, and tells how long each took.
import { once } from 'node:events';
import { askFrom } from '../../packages/server/test/support/attacks/ask-from.ts';
import { publication, zip } from '../../packages/server/test/support/build.ts';

export interface Caller {
  url: string;
  nodeId: string;
  publisherId: string;
  bearer: string;
  token: string;
  /** Accounts that sign in, in turn. */
  emails: readonly string[];
  password: string;
}

/** By kind, in milliseconds from when a request was due. */
export type Latencies = Record<string, number[]>;

const [caller] = (await once(process, 'message')) as [Caller];
const { url, nodeId, publisherId, bearer, token, emails, password } = caller;
const bytes = await zip({ '__init__.py': '' });
const address = '127.1.0.1';
let count = 0;
const words = ['fat', 'victim', 'node', 'image', 'aaa', 'calm'];

/** What it sends, and how often a second: as much as the rates of a usual client allow. */
const kinds: Readonly<Record<string, { rate: number; send: (index: number) => Promise<number> }>> = {
  kept: { rate: 40, send: async () => (await askFrom(url, address, { path: `/nodes/${nodeId}` })).status },
  cold: {
    rate: 20,
    send: async () => (await askFrom(url, address, { path: `/nodes/${nodeId}`, bearer: 'nobody' })).status,
  },
  search: {
    rate: 3,
    send: async (index) =>
      (
        await askFrom(url, address, {
          path: `/nodes/search?search=${words[index % words.length]}&x=${index}`,
        })
      ).status,
  },
  publish: {
    rate: 0.5,
    send: async () => {
      const path = `/publishers/${publisherId}/nodes/${nodeId}/versions`;
      const version = `5.0.${(count += 1)}`;
      const made = await askFrom(url, address, { path, bearer, body: publication(token, version) });
      if (made.status !== 201) return made.status;
      return (await askFrom(url, address, { method: 'PUT', path: made.json.signedUrl, body: bytes })).status;
    },
  },
  'sign-in': {
    rate: 1,
    send: async (index) => {
      const body = { email: emails[index % emails.length], password };
      return (
        await askFrom(url, `127.1.1.${1 + (index % emails.length)}`, { path: '/auth/sign-in/email', body })
      ).status;
    },
  },
};

/** More would be a server that does not answer. */
const underWayMax = 64;
let underWay = 0;
let latencies: Latencies = {};
const refused = new Map<string, number>();

const begin = async (kind: string, { rate, send }: (typeof kinds)[string]): Promise<void> => {
  const begun = performance.now();
  for (let index = 0; ; index += 1) {
    const dueAt = begun + (index * 1_000) / rate;
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, dueAt - performance.now())));
    const from = Math.max(dueAt, performance.now() - 1);
    const note = (outcome: number | string): void => {
      underWay -= 1;
      if (outcome === 200) (latencies[kind] ??= []).push(performance.now() - from);
      else refused.set(`${kind} ${outcome}`, (refused.get(`${kind} ${outcome}`) ?? 0) + 1);
    };
    underWay += 1;
    if (underWay > underWayMax) note('not sent');
    else send(index).then(note, (error: NodeJS.ErrnoException) => note(error.code ?? error.message));
  }
};

process.on('message', () => {
  process.send?.({ latencies, refused: [...refused].map(([what, times]) => `${times} × ${what}`) });
  latencies = {};
  refused.clear();
});
process.once('disconnect', () => process.exit());
process.send?.('ready');
await Promise.all(Object.entries(kinds).map(([kind, how]) => begin(kind, how)));
