import { Type } from 'typebox';
import { nodeIdCharsMax, nodeIdPattern } from '../identifiers.ts';
import { limits } from '../limits.ts';
import { patterns } from '../text-rules.ts';
import { Name, PublisherId, Timestamp } from '../text.ts';

const publisherIdCharsMax = 100;

const id = (description: string) =>
  Type.String({ pattern: patterns.digits.pattern, maxLength: 20, description });

const repository = Type.String({
  pattern: patterns.repository.pattern,
  maxLength: limits.repositoryNameCharsMax,
  description: 'The repository as its host names it: `<owner>/<name>`, on GitLab with all groups',
});

/** What a rule demands of the token of a CI job. */
const terms = {
  node_id: Type.Optional(
    Type.String({
      pattern: nodeIdPattern,
      maxLength: nodeIdCharsMax,
      description: 'The node it may publish, which need not exist yet; all of the publisher when absent',
    }),
  ),
  repository: Type.Optional(repository),
  workflows: Type.Optional(
    Type.Array(
      Type.String({
        pattern: patterns.workflow.pattern,
        maxLength: limits.repositoryNameCharsMax,
      }),
      {
        minItems: 1,
        maxItems: limits.trustedWorkflowsMax,
        description:
          'Workflows that may publish. On GitHub the name of a file in `.github/workflows`, or the whole path of a reusable one, `<owner>/<name>/.github/workflows/<file>`; on GitLab the path of the configuration, such as `.gitlab-ci.yml`',
      },
    ),
  ),
  environment: Type.Optional(
    Name(limits.environmentCharsMax, 'The environment that the job must run in; any or none when absent'),
  ),
  repository_id: Type.Optional(
    id(
      'The number of the repository (GitHub `repository_id`, GitLab `project_id`); when absent, that of its first use is kept',
    ),
  ),
  owner_id: Type.Optional(
    id(
      'The number of its owner (GitHub `repository_owner_id`, GitLab `namespace_id`); when absent, that of its first use is kept',
    ),
  ),
  claims: Type.Optional(
    Type.Record(Type.String(), Name(limits.claimCharsMax), {
      description:
        'Of an issuer that is neither GitHub nor GitLab: the claims that a token must have, with their whole values',
    }),
  ),
};

/** The input for a rule. */
export const TrustedPublisherRequest = Type.Object({
  issuer: Type.String({
    maxLength: limits.urlCharsMax,
    description: '`github`, `gitlab`, or the URL of another issuer that this registry trusts',
  }),
  ...terms,
});
export type TrustedPublisherRequest = Type.Static<typeof TrustedPublisherRequest>;

/** What issuers call their claims. */
export const issuerKinds = ['github', 'gitlab', 'other'] as const;
export type IssuerKind = (typeof issuerKinds)[number];

/** A rule: whose CI jobs may publish. */
export const TrustedPublisher = Type.Object({
  id: Type.String(),
  issuer: Type.String({ description: 'The URL of the issuer' }),
  kind: Type.Enum([...issuerKinds], { description: 'Whose claims its tokens have' }),
  ...terms,
  is_pending: Type.Boolean({
    description: 'Whether the node does not exist yet; its first publish creates it',
  }),
  maker: Type.Object(
    { id: Type.String(), name: Type.String() },
    { description: 'The owner who created it; it ends with their ownership' },
  ),
  created_at: Timestamp('Creation time'),
  last_used_at: Type.Optional(Timestamp('When a token was last exchanged by it')),
});
export type TrustedPublisher = Type.Static<typeof TrustedPublisher>;

const url = (description: string) =>
  Type.Optional(Type.String({ maxLength: limits.urlCharsMax, description }));

/** Which CI job published a version, as the issuer of its token said. */
export const BuiltBy = Type.Object(
  {
    issuer: Type.String({ maxLength: limits.urlCharsMax, description: 'The URL of the issuer of the token' }),
    repository: url('The URL of the repository, or its name where the issuer has no addresses'),
    commit: Type.Optional(Type.String({ pattern: '^[0-9a-f]{40,64}$', description: 'The commit' })),
    ref: url('The branch or the tag, as `refs/tags/v1.2.3`'),
    workflow: url('The file of the workflow'),
    run: url('The URL of the run, or its number'),
    environment: Type.Optional(Name(limits.environmentCharsMax, 'The environment of the job')),
  },
  { description: 'The CI job that published it; absent for a version that somebody published with a token' },
);
export type BuiltBy = Type.Static<typeof BuiltBy>;

/** The input for exchanging the token of a CI job. */
export const IdentityTokenRequest = Type.Object({
  token: Type.String({
    minLength: 1,
    maxLength: limits.identityTokenCharsMax,
    description: 'The OpenID Connect token of the job, with the origin of this registry as its only audience',
  }),
  publisher_id: { ...PublisherId, maxLength: publisherIdCharsMax },
  node_id: Type.String({
    pattern: nodeIdPattern,
    maxLength: nodeIdCharsMax,
    description: 'The node to publish',
  }),
});

/** A publish token of a CI job. */
export const TrustedToken = Type.Object({
  token: Type.String({ description: 'A personal access token that may publish this one node' }),
  expires_at: Timestamp('When it expires'),
  publisher_id: PublisherId,
  node_id: Type.String(),
  trusted_publisher_id: Type.String({ description: 'The rule that accepted the job' }),
  built_by: BuiltBy,
});
export type TrustedToken = Type.Static<typeof TrustedToken>;

/** How one claim of a token compares with a rule. */
const ComparedClaim = Type.Object({
  claim: Type.String({ description: 'The name of the claim' }),
  expected: Type.String({ description: 'What the rule demands' }),
  found: Type.Optional(Type.String({ description: 'What the token has; absent if it has no such claim' })),
  matches: Type.Boolean(),
});
export type ComparedClaim = Type.Static<typeof ComparedClaim>;

/** What an exchange would come to. */
export const TrustedTokenDryRun = Type.Object({
  would_exchange: Type.Boolean(),
  built_by: BuiltBy,
  reason: Type.Optional(Type.String({ description: 'Why not' })),
  trusted_publishers: Type.Array(
    Type.Object({
      id: Type.String(),
      accepts: Type.Boolean(),
      claims: Type.Array(ComparedClaim),
    }),
    { description: 'The rules of the publisher for this node that name the repository of the token' },
  ),
});
export type TrustedTokenDryRun = Type.Static<typeof TrustedTokenDryRun>;
