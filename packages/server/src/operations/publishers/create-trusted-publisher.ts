import { type Endpoints, limits } from '@patchbay/contract';
import { act } from '../../authorization/act.ts';
import { requireUser, writablePublisher } from '../../authorization/publisher.ts';
import type { Context } from '../../context.ts';
import { ApiError, type ErrorDetail, idTaken } from '../../errors.ts';
import { requireNodeId } from '../../lifecycle/require-ids.ts';
import { createTrustedPublisher as create } from '../../lifecycle/trusted-publisher.ts';
import { presentTrustedPublisher } from '../../present/publisher.ts';
import { findNode, nodeKey } from '../../store/rows/nodes.ts';
import type { TrustedTerms } from '../../store/rows/trusted-publishers.ts';
import type { Operation } from '../operation.ts';

/** Makes a rule by which CI jobs may publish, also for a node that does not exist yet. */
export const createTrustedPublisher: Operation<Endpoints['createTrustedPublisher']> = async (
  context,
  { params, body, ...caller },
) => {
  const { issuer: named, node_id: nodeId, ...sent } = body;
  const issuer = requireIssuer(context.config, named);
  const terms = requireTerms(issuer, sent);
  if (nodeId !== undefined) requireNodeId(nodeId, '/node_id');
  return act(context, caller, async (tx) => {
    const { id: publisherId } = await writablePublisher(tx, 'trusted-publishers.write', params.publisherId);
    const { userId: makerId } = requireUser(tx.actor);
    const node = nodeId === undefined ? undefined : await findNode(tx.db, nodeId);
    if (node !== undefined && node.publisherId !== publisherId) throw idTaken(node.id);
    const key = nodeId === undefined ? null : (node?.key ?? nodeKey(nodeId));
    const rule = await create(tx, { publisherId, nodeKey: key, makerId, issuer: issuer.url, terms });
    return presentTrustedPublisher(rule, issuer.kind);
  });
};

type TrustedIssuer = Context['config']['TRUSTED_ISSUERS'][number];

const wellKnown: Readonly<Record<string, string>> = {
  github: 'https://token.actions.githubusercontent.com',
  gitlab: 'https://gitlab.com',
};

const requireIssuer = ({ TRUSTED_ISSUERS: trusted }: Context['config'], named: string): TrustedIssuer => {
  const url = Object.hasOwn(wellKnown, named) ? wellKnown[named] : named;
  // Of its kind there may be another one alone, such as the GitLab of a company.
  const ofKind = trusted.filter(({ kind }) => kind === named);
  const found = trusted.find((issuer) => issuer.url === url) ?? (ofKind.length === 1 ? ofKind[0] : undefined);
  if (found !== undefined) return found;
  const known = trusted.map((issuer) => issuer.url).join(', ') || 'none';
  throw refused([{ path: '/issuer', message: `must be one that this registry trusts: ${known}` }]);
};

const refused = (details: ErrorDetail[]): ApiError =>
  new ApiError('invalid_request', 'The rule is not complete. Correct what the details name.', { details });

/** Claims that every token has, and that say nothing of the job. */
const common = new Set(['iss', 'aud', 'exp', 'nbf', 'iat', 'jti']);

/** What the rule demands. Throws `invalid_request` unless that is what tokens of the issuer have. */
const requireTerms = ({ kind }: TrustedIssuer, sent: TrustedTerms): TrustedTerms => {
  const details = kind === 'other' ? faultsOfOther(sent) : faultsOf(sent);
  if (details.length > 0) throw refused(details);
  return {
    ...sent,
    ...(sent.workflows && {
      workflows: [...new Set(sent.workflows.map((file) => file.replace(/^\.github\/workflows\//, '')))],
    }),
  };
};

const faultsOf = ({ repository, workflows, claims }: TrustedTerms): ErrorDetail[] => [
  ...(repository === undefined
    ? [{ path: '/repository', message: 'is required: the repository whose jobs may publish' }]
    : []),
  ...(workflows === undefined
    ? [{ path: '/workflows', message: 'is required: the workflows that may publish' }]
    : []),
  ...(claims === undefined
    ? []
    : [{ path: '/claims', message: 'is for other issuers than GitHub and GitLab' }]),
];

const faultsOfOther = ({ claims = {}, ...others }: TrustedTerms): ErrorDetail[] => {
  const names = Object.keys(claims);
  return [
    ...(names.length === 0 || names.length > limits.trustedClaimsMax
      ? [{ path: '/claims', message: `must name 1 to ${limits.trustedClaimsMax} claims` }]
      : []),
    ...names
      .filter((name) => common.has(name) || !/^[\w.:/-]{1,100}$/.test(name))
      .map((name) => ({
        path: `/claims/${name.slice(0, 100)}`,
        message: 'must be a claim that says something of the job',
      })),
    ...Object.keys(others).map((name) => ({
      path: `/${name}`,
      message: 'is for GitHub and GitLab; name the claim in claims',
    })),
  ];
};
