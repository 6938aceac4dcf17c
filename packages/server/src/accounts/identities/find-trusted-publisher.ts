import type { ComparedClaim } from '@patchbay/contract';
import { ApiError } from '../../errors.ts';
import { type TrustedPublisherRecord, findTrustedPublishersOf } from '../../store/rows/trusted-publishers.ts';
import type { ReadConnection } from '../../store/store.ts';
import { compareClaims, isAboutJob } from './compare-claims.ts';
import type { Identity } from './identity.ts';

/** A rule that speaks of the repository of a job, and how it compares with the job. */
export interface ComparedRule {
  rule: TrustedPublisherRecord;
  claims: ComparedClaim[];
  accepts: boolean;
}

/** The rules of a publisher for a node that speak of the repository of the job. Others are not its holder's business. */
export const findComparedRules = async (
  read: ReadConnection,
  { publisherId, nodeKey }: { publisherId: string; nodeKey: string },
  identity: Identity,
): Promise<ComparedRule[]> => {
  const rules = await findTrustedPublishersOf(read, publisherId, identity.issuer.url, nodeKey);
  return rules
    .filter((rule) => isAboutJob(rule, identity))
    .map((rule) => {
      const claims = compareClaims(rule, identity);
      return { rule, claims, accepts: claims.length > 0 && claims.every(({ matches }) => matches) };
    });
};

/** The error for a job that none of these rules accepts: claim by claim what differs. */
export const untrusted = (
  rules: readonly ComparedRule[],
  { publisherId, nodeId }: { publisherId: string; nodeId: string },
): ApiError =>
  new ApiError(
    'untrusted_identity',
    rules.length === 0
      ? `No trusted publisher of "${publisherId}" for the node "${nodeId}" names the repository of this CI job. An owner adds one with \`patchbay trust add\`.`
      : `No trusted publisher of "${publisherId}" for the node "${nodeId}" accepts this CI job. Compare its claims with the rule, and change one of them.`,
    {
      details: rules.flatMap(({ rule, claims }) =>
        claims
          .filter(({ matches }) => !matches)
          .map(({ claim, expected, found }) => ({
            path: `/token/${claim}`,
            message: `must be ${expected} for the rule ${rule.id}, and ${found === undefined ? 'is missing' : `is ${found}`}`,
          })),
      ),
    },
  );
