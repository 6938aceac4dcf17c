import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { SignJWT, exportJWK, generateKeyPair } from 'jose';
import type { Ending } from './ending.ts';

/** The claims that GitHub documents for the token of a job, apart from those of every token. */
export const githubClaims = {
  sub: 'repo:octo-org@65/octo-repo@74:environment:release',
  environment: 'release',
  ref: 'refs/tags/v1.0.0',
  sha: '714a629c0b401fdce83e847fc9589983fc6f46bc',
  repository: 'octo-org/octo-repo',
  repository_owner: 'octo-org',
  actor_id: '12',
  repository_visibility: 'public',
  repository_id: '74',
  repository_owner_id: '65',
  run_id: '1234567890',
  run_number: '10',
  run_attempt: '2',
  runner_environment: 'github-hosted',
  actor: 'octocat',
  workflow: 'Publish',
  workflow_ref: 'octo-org/octo-repo/.github/workflows/publish.yml@refs/tags/v1.0.0',
  workflow_sha: '714a629c0b401fdce83e847fc9589983fc6f46bc',
  head_ref: '',
  base_ref: '',
  event_name: 'release',
  ref_protected: 'false',
  ref_type: 'tag',
  check_run_id: '987',
  enterprise: 'octo',
  enterprise_id: '7',
  job_workflow_ref: 'octo-org/octo-repo/.github/workflows/publish.yml@refs/tags/v1.0.0',
  job_workflow_sha: '714a629c0b401fdce83e847fc9589983fc6f46bc',
} as const;

/** The same for GitLab; the host of `ci_config_ref_uri` is that of the issuer. */
export const gitlabClaims = (issuer: string) => ({
  namespace_id: '72',
  namespace_path: 'my-group/nodes',
  project_id: '20',
  project_path: 'my-group/nodes/my-project',
  user_id: '1',
  user_login: 'sample-user',
  user_email: 'sample-user@example.com',
  user_access_level: 'maintainer',
  user_identities: [{ provider: 'github', extern_uid: '2435223452345' }],
  pipeline_id: '574',
  pipeline_source: 'push',
  job_id: '302',
  ref: 'main',
  ref_type: 'branch',
  ref_path: 'refs/heads/main',
  ref_protected: 'true',
  groups_direct: ['my-group', 'my-group/nodes'],
  environment: 'release',
  environment_protected: 'true',
  deployment_tier: 'production',
  environment_action: 'start',
  runner_id: 1,
  runner_environment: 'gitlab-hosted',
  sha: '714a629c0b401fdce83e847fc9589983fc6f46bc',
  project_visibility: 'public',
  ci_config_ref_uri: `${issuer.replace(/^https?:\/\//, '')}/my-group/nodes/my-project//.gitlab-ci.yml@refs/heads/main`,
  ci_config_sha: '714a629c0b401fdce83e847fc9589983fc6f46bc',
  sub: 'project_path:my-group/nodes/my-project:ref_type:branch:ref:main',
});

/** Undefined leaves a claim out. */
type Claims = Readonly<Record<string, unknown>>;

/** How a token is signed; by the first key of the issuer unless it says otherwise. */
interface Signing {
  alg?: 'RS256' | 'ES256' | 'RS512';
  /** Whether by a key that the issuer never showed. */
  isForged?: boolean;
  /** Whether by the key that the issuers show elsewhere once they moved. */
  isMoved?: boolean;
}

/** Three issuers on loopback, below one address: one with the claims of GitHub, one with those of GitLab, and another. */
export const openIssuer = async (test: Ending, now: () => Date) => {
  const keys = {
    RS256: await generateKeyPair('RS256'),
    ES256: await generateKeyPair('ES256'),
    RS512: await generateKeyPair('RS512'),
  };
  const forged = await generateKeyPair('RS256');
  const moved = await generateKeyPair('RS256');
  const movedJwks = {
    keys: [{ ...(await exportJWK(moved.publicKey)), kid: 'moved', alg: 'RS256', use: 'sig' }],
  };
  const jwks = {
    keys: await Promise.all(
      Object.entries(keys).map(async ([alg, { publicKey }]) => ({
        ...(await exportJWK(publicKey)),
        kid: alg,
        alg,
        use: 'sig',
      })),
    ),
  };
  const state = { url: '', isAway: false, isMoved: false };
  const host = createServer(({ url: path = '' }, response) => {
    const [, name] = path.split('/');
    const keysPath = state.isMoved ? 'moved-jwks' : 'jwks';
    const answer = path.endsWith('/moved-jwks')
      ? movedJwks
      : path.endsWith('/jwks')
        ? jwks
        : { issuer: `${state.url}/${name}`, jwks_uri: `${state.url}/${name}/${keysPath}` };
    response.writeHead(state.isAway ? 500 : 200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(answer));
  });
  await new Promise<void>((resolve) => host.listen(0, '127.0.0.1', resolve));
  state.url = `http://127.0.0.1:${(host.address() as AddressInfo).port}`;
  test.after(async () => {
    host.closeAllConnections();
    host.close();
  });
  const [github, gitlab, other] = ['github', 'gitlab', 'other'].map((name) => `${state.url}/${name}`) as [
    string,
    string,
    string,
  ];
  return {
    state,
    urls: { github, gitlab, other },
    /** The settings of a server that trusts them. */
    settings: {
      TRUSTED_ISSUERS: `github=${github},gitlab=${gitlab},${other}`,
      OUTBOUND_PRIVATE: 'yes',
    },
    /** A token of a job with these claims, good for five minutes unless they say otherwise. */
    sign: (
      issuer: string,
      audience: string,
      claims: Claims,
      { alg = 'RS256', isForged = false, isMoved = false }: Signing = {},
    ) => {
      const seconds = Math.floor(now().getTime() / 1_000);
      return new SignJWT({
        iss: issuer,
        aud: audience,
        jti: randomUUID(),
        iat: seconds,
        nbf: seconds - 5,
        exp: seconds + 300,
        ...claims,
      })
        .setProtectedHeader({ alg, kid: isMoved ? 'moved' : alg, typ: 'JWT' })
        .sign((isForged ? forged : isMoved ? moved : keys[alg]).privateKey);
    },
  };
};
