import type { ComparedClaim } from '@patchbay/contract';
import type { TrustedPublisherRecord } from '../../store/rows/trusted-publishers.ts';
import { type Identity, claimNames } from './identity.ts';

type Claims = Identity['claims'];
type Terms = TrustedPublisherRecord['terms'];

/** How much of a claim is repeated. */
const shownCharsMax = 300;

const compared = (claims: Claims, claim: string, expected: string, matches: boolean): ComparedClaim => {
  const found = claims[claim]?.slice(0, shownCharsMax);
  return { claim, expected, ...(found === undefined ? {} : { found }), matches };
};

const same = (claims: Claims, claim: string, expected: string): ComparedClaim =>
  compared(claims, claim, expected, claims[claim] === expected);

/** For names that hosts take without regard to case. */
const sameName = (claims: Claims, claim: string, expected: string): ComparedClaim =>
  compared(claims, claim, expected, claims[claim]?.toLowerCase() === expected.toLowerCase());

/** Whether a rule speaks of the repository of the job, so that its holder may know the rule. */
export const isAboutJob = ({ terms }: TrustedPublisherRecord, { issuer, claims }: Identity): boolean => {
  if (issuer.kind === 'other') {
    const named = ['repository', 'project_path', 'sub'].find((name) => terms.claims?.[name] !== undefined);
    return named !== undefined && claims[named] === terms.claims?.[named];
  }
  const { repository, repository_id } = claimNames[issuer.kind];
  return (
    claims[repository]?.toLowerCase() === terms.repository?.toLowerCase() ||
    (terms.repository_id !== undefined && claims[repository_id] === terms.repository_id)
  );
};

/**
 * What a rule demands of the job, claim by claim, beside what the token has. All have to match. `sub` is never taken
 * apart: what it is made of changes, and its parts are claims of their own.
 */
export const compareClaims = (
  rule: TrustedPublisherRecord,
  { issuer, claims }: Identity,
): ComparedClaim[] => {
  const { terms } = rule;
  if (issuer.kind === 'other') {
    return Object.entries(terms.claims ?? {}).map(([claim, expected]) => same(claims, claim, expected));
  }
  const { repository = '', repository_id, owner_id } = terms;
  const names = claimNames[issuer.kind];
  const place = [
    sameName(claims, names.repository, repository),
    ...(repository_id === undefined ? [] : [same(claims, names.repository_id, repository_id)]),
    ...(owner_id === undefined ? [] : [same(claims, names.owner_id, owner_id)]),
  ];
  // Whoever got the name of a deleted repository learns nothing more of the rule.
  if (place.some(({ matches }) => !matches)) return place;
  const job = issuer.kind === 'github' ? ofGithub(claims, terms) : ofGitlab(claims, terms, issuer.url);
  return [...place, ...job];
};

/** Events that others than those who may push to the repository can cause, with content of theirs. */
const foreignEvents =
  /^(?:pull_request|issue_comment|issues|commit_comment|discussion|fork|gollum|watch|workflow_run)/;
const noForeignEvent = 'an event of the repository itself, such as push, release or workflow_dispatch';

const ofGithub = (
  claims: Claims,
  { repository = '', workflows = [], environment }: Terms,
): ComparedClaim[] => {
  const own = `${repository}/`.toLowerCase();
  const paths = workflows.map((one) => (one.includes('/') ? one : `${repository}/.github/workflows/${one}`));
  const isListed = (reference: string | undefined): boolean =>
    reference !== undefined && paths.some((path) => isFileOf(reference, path));
  const isOfOwn = (reference: string | undefined): boolean =>
    reference?.toLowerCase().startsWith(own) === true;
  const { workflow_ref: caller, job_workflow_ref: called } = claims;
  const isCalledListed = isListed(called);
  const event = claims['event_name'] ?? '';
  return [
    compared(
      claims,
      'workflow_ref',
      isOfOwn(caller) || caller === undefined ? paths.join(' or ') : `a workflow of ${repository}`,
      isOfOwn(caller) && (isListed(caller) || isCalledListed),
    ),
    ...(called === undefined || called === caller
      ? []
      : [
          compared(
            claims,
            'job_workflow_ref',
            `a workflow of ${repository}, or the whole path of a reusable one that the rule names`,
            isCalledListed || isOfOwn(called),
          ),
        ]),
    ...(environment === undefined ? [] : [sameName(claims, 'environment', environment)]),
    compared(claims, 'event_name', noForeignEvent, event !== '' && !foreignEvents.test(event)),
    compared(claims, 'ref', 'a branch or a tag', /^refs\/(?:heads|tags)\//.test(claims['ref'] ?? '')),
  ];
};

/** `<owner>/<repository>/<file>@<ref or commit>`. The name of a file can have a sign that seems to end it. */
const placeOf = /^(?<repository>[^/]+\/[^/]+)\/(?<file>.+?)(?:@(?:refs\/.*|[0-9a-f]{40,64}))?$/s;

/** Whether `<repository>/<path>@<ref>` is this file. Only the name of the repository has no case. */
const isFileOf = (reference: string, path: string): boolean => {
  const [sent, listed] = [placeOf.exec(reference)?.groups, placeOf.exec(path)?.groups];
  return (
    sent?.['file'] !== undefined &&
    sent['file'] === listed?.['file'] &&
    sent['repository']?.toLowerCase() === listed['repository']?.toLowerCase()
  );
};

const ofGitlab = (
  claims: Claims,
  { repository = '', workflows = [], environment }: Terms,
  issuer: string,
): ComparedClaim[] => {
  const project = `${issuer.replace(/^https?:\/\//, '').replace(/\/$/, '')}/${repository}`;
  const [place = '', ...file] = (claims['ci_config_ref_uri']?.split('@refs/')[0] ?? '').split('//');
  const isListed = place.toLowerCase() === project.toLowerCase() && workflows.includes(file.join('//'));
  const source = claims['pipeline_source'] ?? '';
  return [
    compared(
      claims,
      'ci_config_ref_uri',
      workflows.map((one) => `${project}//${one}`).join(' or '),
      isListed,
    ),
    ...(environment === undefined ? [] : [same(claims, 'environment', environment)]),
    compared(
      claims,
      'pipeline_source',
      'a pipeline of the project itself, such as push, web or schedule',
      source !== '' && !/merge_request|external_pull_request/.test(source),
    ),
    compared(claims, 'ref_type', 'branch or tag', ['branch', 'tag'].includes(claims['ref_type'] ?? '')),
  ];
};
