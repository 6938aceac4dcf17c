import { type KeyObject, createPublicKey } from 'node:crypto';
import { fetchText } from './fetch-text.ts';
import { OutboundError } from './outbound-agent.ts';

/** How long keys are used, and how soon they are read again for one that is not among them. */
const [usedMs, againMs] = [60 * 60_000, 30_000];

interface Keys {
  at: number;
  byId: ReadonlyMap<string, KeyObject>;
}

const known = new Map<string, Keys>();
/** One at a time: whoever asks meanwhile gets the same. */
const reading = new Map<string, Promise<Keys>>();

/**
 * The key with this id of a scanner that shows its keys as GitHub does, or undefined if it has no such key on the curve
 * P-256. Throws OutboundError if they cannot be read.
 */
export const findScanningKey = async (
  address: string,
  id: string,
  mayCallPrivate: boolean,
): Promise<KeyObject | undefined> => {
  const last = known.get(address);
  const key = last?.byId.get(id);
  const age = performance.now() - (last?.at ?? 0);
  if (last !== undefined && (key === undefined ? age < againMs : age < usedMs)) return key;
  const next = reading.get(address) ?? readKeys(address, mayCallPrivate);
  reading.set(address, next);
  try {
    const keys = await next;
    known.set(address, keys);
    return keys.byId.get(id);
  } finally {
    reading.delete(address);
  }
};

const readKeys = async (address: string, mayCallPrivate: boolean): Promise<Keys> => {
  const { host } = new URL(address);
  const text = await fetchText(address, { hosts: [host], mayCallPrivate });
  if (text === undefined) throw new OutboundError(`there is nothing at ${address}`, { passes: true });
  try {
    const { public_keys: keys } = JSON.parse(text) as {
      public_keys: { key_identifier: string; key: string }[];
    };
    return {
      at: performance.now(),
      byId: new Map(keys.flatMap(({ key_identifier: id, key }) => p256(id, key))),
    };
  } catch (cause) {
    throw new OutboundError(`${address} does not show the keys of a scanner`, { cause });
  }
};

const p256 = (id: string, pem: string): [string, KeyObject][] => {
  const key = createPublicKey(pem);
  return key.asymmetricKeyDetails?.namedCurve === 'prime256v1' ? [[id, key]] : [];
};
