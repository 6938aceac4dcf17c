import { setTimeout as pause } from 'node:timers/promises';
import type { Findings } from '@patchbay/client';
import type { Connection } from '../connect.ts';

const pauseMs = { first: 200, longest: 5_000, factor: 1.5 };

/**
 * Asks until the registry has checked the package and read its app-nodes, or only a moderator can go on. Returns what
 * is known after `timeoutMs` if that takes longer.
 */
export const waitForVerdict = async (
  { api, client }: Connection,
  version: { readonly nodeId: string; readonly version: string },
  { timeoutMs, onLook }: { readonly timeoutMs: number; readonly onLook: (findings: Findings) => void },
): Promise<Findings> => {
  const deadline = performance.now() + timeoutMs;
  for (let wait = pauseMs.first; ; wait = Math.min(wait * pauseMs.factor, pauseMs.longest)) {
    const findings = await api.getFindings(client, version);
    onLook(findings);
    const isSettled = findings.waits_for === undefined || findings.waits_for === 'moderator';
    if (isSettled || performance.now() + wait > deadline) return findings;
    await pause(wait);
  }
};
