import { createHmac } from 'node:crypto';
import { clientNetwork } from '../limits/client-network.ts';
import { type SealedBy, seal, unseal } from '../seal.ts';
import type { SessionFacts } from '../store/rows/sessions.ts';

/**
 * A session remembers this of where it began: enough to know the network again, and nothing from which a copy of the
 * database would tell an address. The secret is needed, since all addresses can be tried in an hour.
 */
export const networkMark = (secret: string, address: string): string =>
  createHmac('sha256', secret)
    .update(JSON.stringify(['network of a session', clientNetwork(address)]))
    .digest('base64url');

/** Who begins a session, as the request shows it. */
export interface SessionOrigin {
  ip: string;
  /** Its User-Agent. */
  agent?: string | undefined;
}

const sealedBy = (secret: string, sessionId: string): SealedBy => ({
  secret,
  id: sessionId,
  purpose: ['network of a session'],
});

/** What is recorded of a new session. A copy of the database tells no network. */
export const factsOf = (
  secret: string,
  sessionId: string,
  { ip, agent }: SessionOrigin,
  { signedInAt, factorId }: { signedInAt: Date; factorId: string | undefined },
): SessionFacts => ({
  session_id: sessionId,
  signed_in_at: signedInAt.toISOString(),
  last_used_at: new Date().toISOString(),
  factor_id: factorId ?? null,
  device: deviceName(agent) ?? null,
  sealed_network: seal(sealedBy(secret, sessionId), clientNetwork(ip)),
});

/** The network where a session began. Undefined if it was recorded under another secret of the server. */
export const networkOf = (secret: string, sessionId: string, sealed: string): string | undefined => {
  try {
    return unseal(sealedBy(secret, sessionId), sealed);
  } catch {
    // The operator changed the secret since; the session itself goes on.
    return undefined;
  }
};

/** How a program names itself, and how people call it. The first that fits counts: most browsers name others, too. */
const programs: readonly (readonly [RegExp, string])[] = [
  [/\bpatchbay\//, 'the command line'],
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\b(?:OPR|Opera)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|Chromium|CriOS)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
  [/^curl\//, 'curl'],
  [/^python-|\bPython\//, 'Python'],
  [/^(?:node|undici)\b/, 'Node.js'],
];

const systems: readonly (readonly [RegExp, string])[] = [
  [/\biPhone\b/, 'an iPhone'],
  [/\biPad\b/, 'an iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b|\bwin32\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac OS X\b|\bdarwin\b/, 'macOS'],
  [/\bLinux\b/i, 'Linux'],
];

const nameIn = (table: typeof programs, agent: string): string | undefined =>
  table.find(([form]) => form.test(agent))?.[1];

const readCharsMax = 1_000;

/** What signed in, in words, by its User-Agent. Undefined if that says nothing known: a stranger chose the text. */
const deviceName = (userAgent: string | undefined): string | undefined => {
  const agent = userAgent?.slice(0, readCharsMax) ?? '';
  const [program, system] = [nameIn(programs, agent), nameIn(systems, agent)];
  if (program === undefined) return system && `A program on ${system}`;
  const named = program.replace(/^the/, 'The');
  return system === undefined ? named : `${named} on ${system}`;
};
