import type { Context } from '../context.ts';
import { lapseAddress } from '../lifecycle/user.ts';
import { type DomainState, openDomainLookUp } from '../outbound/mail-domain.ts';
import { completeJob, hasJobOfKind } from '../store/queue/jobs.ts';
import type { Job } from '../store/queue/job.ts';
import { deleteEnded } from '../store/rows/any-rows.ts';
import {
  type KnownDomain,
  findAddressedMembers,
  findEmailDomains,
  recordEmailDomain,
} from '../store/rows/email-domains.ts';
import type { JobOutcome } from './job.ts';

const dayMs = 24 * 60 * 60_000;
/** A domain that is there is looked up so often; one that is gone every day. */
const weekMs = 7 * dayMs;
/** Members whose addresses one run looks at. */
const perRun = 100;
const atOnce = 8;
/** Leaves time for other jobs between two runs. */
const pauseMs = 10_000;
const forgottenMax = 1_000;
const start = '';

type Tools = Pick<Context, 'config' | 'metrics' | 'now' | 'outages' | 'store'>;

/**
 * Looks up the domains of the verified addresses of some members, from behind the one whose id is the subject of the job,
 * and ends the addresses whose domains are gone: whoever registers such a domain gets the mail. All members take a day.
 */
export const checkDomains = async (tools: Tools, job: Job): Promise<JobOutcome> => {
  const { config, now, store } = tools;
  if (config.EMAIL_DOMAIN_CHECK === 'off') return undefined;
  const members = await findAddressedMembers(store.read, job.subject, perRun);
  const domains = [...new Set(members.map(({ email }) => domainOf(email)))];
  const states = await lookUp(tools, await findDue(tools, domains));
  await store.write({ actor: 'server' }, async (tx) => {
    for (const [domain, state] of states) {
      if (state !== 'unknown') await recordEmailDomain(tx, domain, state === 'gone');
    }
    const gone = new Set(
      (await findEmailDomains(tx.db, domains))
        .filter((known) => isGone(known, now()))
        .map(({ domain }) => domain),
    );
    for (const member of members) if (gone.has(domainOf(member.email))) await lapseAddress(tx, member);
    const last = members.length < perRun ? undefined : members.at(-1)?.id;
    if (last === undefined) {
      // Nobody has an address there.
      const by = new Date(now().getTime() - 4 * weekMs).toISOString();
      await deleteEnded(tx, 'email_domains', { by, max: forgottenMax });
    }
    await completeJob(tx, job);
    const runAt = new Date(now().getTime() + (last === undefined ? dayMs : pauseMs)).toISOString();
    await tx.enqueue({ kind: 'check-domains', subject: last ?? start, runAt });
  });
  return 'completed';
};

const domainOf = (email: string): string => email.slice(email.lastIndexOf('@') + 1).toLowerCase();

const findDue = async ({ now, store }: Tools, domains: readonly string[]): Promise<string[]> => {
  const known = new Map((await findEmailDomains(store.read, domains)).map((one) => [one.domain, one]));
  return domains.filter((domain) => {
    const one = known.get(domain);
    if (one === undefined) return true;
    const everyMs = one.missing_since === null ? weekMs : dayMs;
    return Date.parse(one.looked_at) + everyMs <= now().getTime();
  });
};

const lookUp = async (
  { config, metrics, outages }: Tools,
  domains: readonly string[],
): Promise<[string, DomainState][]> => {
  const look = openDomainLookUp(config.DNS_SERVERS);
  const states: [string, DomainState][] = [];
  for (let from = 0; from < domains.length; from += atOnce) {
    const some = domains.slice(from, from + atOnce);
    states.push(
      ...(await Promise.all(
        some.map(async (domain): Promise<[string, DomainState]> => [domain, await look(domain)]),
      )),
    );
  }
  for (const [, outcome] of states) metrics.count('emailDomains', { outcome });
  if (states.some(([, state]) => state !== 'unknown')) outages.answered('name-servers');
  else if (states.length > 0) outages.failed('name-servers', new Error('no domain could be looked up'));
  return states;
};

/** Found to be gone by two looks a day apart, the last of them not long ago. */
const isGone = ({ looked_at: lookedAt, missing_since: missingSince }: KnownDomain, now: Date): boolean =>
  missingSince !== null &&
  Date.parse(lookedAt) - Date.parse(missingSince) >= dayMs &&
  now.getTime() - Date.parse(lookedAt) < dayMs;

/** Requests the first look in a registry that looks and has not begun to. */
export const ensureDomainCheck = async ({ config, now, store }: Tools): Promise<void> => {
  if (config.EMAIL_DOMAIN_CHECK === 'off' || (await hasJobOfKind(store.read, 'check-domains'))) return;
  const runAt = new Date(now().getTime() + dayMs).toISOString();
  await store.write({ actor: 'server' }, (tx) =>
    tx.enqueue({ kind: 'check-domains', subject: start, runAt }),
  );
};
