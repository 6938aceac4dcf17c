import { choosePublisher } from '../../ask/choose-publisher.ts';
import type { Call } from '../../call.ts';
import { command } from '../../command.ts';
import { CliError } from '../../errors.ts';
import { fields } from '../../output/fields.ts';
import { publisherFlag } from '../../parameters/flags.ts';
import { textFlag } from '../../parameters/text-flag.ts';

interface Flags {
  readonly publisher?: string;
  readonly issuer: string;
  readonly workflow?: readonly string[];
  readonly environment?: string;
  readonly node?: string;
  readonly repositoryId?: string;
  readonly ownerId?: string;
  readonly claim?: readonly (readonly [string, string])[];
}

export const addTrusted = command({
  brief: 'Let the CI of a repository publish without a stored token',
  description:
    'A job of these workflows exchanges the token of its CI for one of 15 minutes. The node need not exist yet.',
  data: ({ TrustedPublisher }) => TrustedPublisher,
  parameters: {
    flags: {
      publisher: publisherFlag,
      issuer: {
        kind: 'parsed',
        parse: String,
        default: 'github',
        placeholder: 'issuer',
        brief: 'github, gitlab, or the URL of another issuer that the registry trusts',
      },
      workflow: {
        kind: 'parsed',
        parse: String,
        variadic: ',',
        optional: true,
        placeholder: 'files',
        brief: 'The workflows that may publish, by default publish.yml, on GitLab .gitlab-ci.yml',
      },
      environment: textFlag('The environment that the job must run in', 'name'),
      node: textFlag('The node it may publish, by default all of the publisher', 'id'),
      repositoryId: textFlag('The number of the repository; by default that of its first use', 'number'),
      ownerId: textFlag('The number of its owner; by default that of its first use', 'number'),
      claim: {
        kind: 'parsed',
        parse: (text: string): readonly [string, string] => {
          const at = text.indexOf('=');
          if (at < 1) throw new RangeError('must be <name>=<value>');
          return [text.slice(0, at), text.slice(at + 1)];
        },
        variadic: true,
        optional: true,
        placeholder: 'name=value',
        brief: 'Of another issuer than GitHub and GitLab: a claim that its tokens must have',
      },
    },
    positional: {
      kind: 'tuple',
      parameters: [
        {
          parse: String,
          placeholder: 'repository',
          brief: 'The repository, <owner>/<name>',
          optional: true,
        },
      ],
    },
  },
  async run(call: Call, flags: Flags, repository?: string) {
    const terms = termsOf(flags, repository);
    const signedIn = await call.connectSignedIn();
    return signedIn.api.createTrustedPublisher(signedIn.client, {
      publisherId: await choosePublisher(call, signedIn, flags.publisher),
      body: { issuer: flags.issuer, node_id: flags.node, ...terms },
    });
  },
  text: (rule, ink) =>
    [
      fields(ink, {
        Id: rule.id,
        Issuer: rule.issuer,
        Repository: rule.repository,
        Claims:
          rule.claims &&
          Object.entries(rule.claims)
            .map((claim) => claim.join('='))
            .join(', '),
        Workflows: rule.workflows?.join(', '),
        Environment: rule.environment ?? 'any or none',
        Node: rule.node_id ?? 'all of the publisher',
      }),
      'Run `patchbay trust check` in the CI to prove it without a release.',
    ].join('\n'),
});

const termsOf = (
  { issuer, workflow, environment, repositoryId, ownerId, claim = [] }: Flags,
  repository: string | undefined,
) => {
  if (claim.length > 0) return { claims: Object.fromEntries(claim) };
  if (repository === undefined) {
    throw new CliError('usage', 'The repository is missing.', { next: 'Name it as <owner>/<name>.' });
  }
  const usual = issuer === 'gitlab' ? '.gitlab-ci.yml' : 'publish.yml';
  return {
    repository,
    workflows: workflow?.length ? [...workflow] : [usual],
    environment,
    repository_id: repositoryId,
    owner_id: ownerId,
  };
};
