import { type BuiltBy, limits } from '@patchbay/contract';
import type { TrustedIssuer } from '../../config.ts';

/** What the issuer of a verified token says of a CI job. */
export interface Identity {
  issuer: TrustedIssuer;
  /** A digest of the issuer and of the id of the token, by which it is exchanged once. */
  digest: string;
  /** From when on the token is no good in any case. */
  forgetAt: Date;
  /** Its claims that are texts, numbers or flags, as text. */
  claims: Readonly<Record<string, string>>;
}

/** The names of the claims with what a rule has of the repository. */
export const claimNames = {
  github: { repository: 'repository', repository_id: 'repository_id', owner_id: 'repository_owner_id' },
  gitlab: { repository: 'project_path', repository_id: 'project_id', owner_id: 'namespace_id' },
} as const;

/** The address of a host of repositories, by the URL of the issuer of its jobs' tokens. */
const hostOf = ({ url, kind }: TrustedIssuer): string => {
  if (kind === 'gitlab') return url.replace(/\/$/, '');
  const { protocol, host, origin } = new URL(url);
  const [, subdomain] = /^token\.actions\.(.+)\.ghe\.com$/.exec(host) ?? [];
  if (subdomain !== undefined) return `${protocol}//${subdomain}.ghe.com`;
  // Of a server of one's own, the issuer is below its address.
  return host === 'token.actions.githubusercontent.com' ? 'https://github.com' : origin;
};

const forms = {
  repository: /^[\w.-]+(?:\/[\w.-]+)+$/,
  commit: /^[0-9a-f]{40,64}$/,
  ref: /^refs\/[\x21-\x7e]{1,1000}$/,
  path: /^[\w./-]+\.ya?ml$/,
  number: /^\d{1,20}$/,
  environment: /^[\x20-\x7e]{1,255}$/,
} as const;

/** The claim if it has the form that is shown to everybody; an issuer could say anything. */
const formed = (claims: Identity['claims'], name: string, form: keyof typeof forms): string | undefined => {
  const value = claims[name];
  return value !== undefined && forms[form].test(value) ? value : undefined;
};

/** What a version shows of the job that published it. */
export const builtByOf = ({ issuer, claims }: Identity): BuiltBy => {
  const [commit, ref] = [
    formed(claims, 'sha', 'commit'),
    formed(claims, 'ref_path', 'ref') ?? formed(claims, 'ref', 'ref'),
  ];
  const environment = formed(claims, 'environment', 'environment');
  const where = issuer.kind === 'other' ? placeOfOther(claims) : placeOf(issuer, claims);
  return {
    issuer: issuer.url,
    ...where,
    ...(commit === undefined ? {} : { commit }),
    ...(ref === undefined ? {} : { ref }),
    ...(environment === undefined ? {} : { environment }),
  };
};

type Place = Pick<BuiltBy, 'repository' | 'workflow' | 'run'>;

const placeOf = (
  issuer: TrustedIssuer & { kind: 'github' | 'gitlab' },
  claims: Identity['claims'],
): Place => {
  const name = formed(claims, claimNames[issuer.kind].repository, 'repository');
  if (name === undefined) return {};
  const repository = `${hostOf(issuer)}/${name}`;
  const workflow = workflowOf(
    issuer.kind === 'github' ? claims['workflow_ref'] : claims['ci_config_ref_uri'],
    name,
  );
  const run = issuer.kind === 'github' ? githubRun(claims) : gitlabRun(claims);
  return {
    repository,
    ...(workflow === undefined ? {} : { workflow }),
    ...(run === undefined ? {} : { run: `${repository}/${run}` }),
  };
};

/** The path of the file in the repository, from `…<repository>/<path>@<ref>`, on GitLab with two slashes. */
const workflowOf = (reference: string | undefined, repository: string): string | undefined => {
  const at = reference?.toLowerCase().indexOf(`${repository.toLowerCase()}/`) ?? -1;
  if (reference === undefined || at === -1) return undefined;
  const [path = ''] = reference
    .slice(at + repository.length)
    .replace(/^\/+/, '')
    .split('@');
  return forms.path.test(path) ? path : undefined;
};

const githubRun = (claims: Identity['claims']): string | undefined => {
  const [run, attempt = '1'] = [formed(claims, 'run_id', 'number'), formed(claims, 'run_attempt', 'number')];
  return run && `actions/runs/${run}${attempt === '1' ? '' : `/attempts/${attempt}`}`;
};

const gitlabRun = (claims: Identity['claims']): string | undefined => {
  const job = formed(claims, 'job_id', 'number');
  return job && `-/jobs/${job}`;
};

const placeOfOther = (claims: Identity['claims']): Place => {
  const repository =
    formed(claims, 'repository', 'repository') ?? formed(claims, 'project_path', 'repository');
  return repository === undefined ? {} : { repository };
};

/** The name of the token that a job gets. */
export const nameOf = ({ issuer, claims }: Identity): string => {
  const where =
    issuer.kind === 'other' ? new URL(issuer.url).host : (claims[claimNames[issuer.kind].repository] ?? '');
  return `CI of ${where}`.slice(0, limits.nameCharsMax);
};

/** The numbers of the repository and its owner, by which others of the same name are told apart. */
export const numbersOf = ({ issuer, claims }: Identity): { repository_id?: string; owner_id?: string } => {
  if (issuer.kind === 'other') return {};
  const names = claimNames[issuer.kind];
  const [repository, owner] = [
    formed(claims, names.repository_id, 'number'),
    formed(claims, names.owner_id, 'number'),
  ];
  return {
    ...(repository === undefined ? {} : { repository_id: repository }),
    ...(owner === undefined ? {} : { owner_id: owner }),
  };
};
