import { clientNetwork } from '../limits/client-network.ts';
import { type SealedBy, seal, unseal } from '../seal.ts';
import type { SessionFacts } from '../store/rows/sessions.ts';
import { deviceName } from './device-name.ts';

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
