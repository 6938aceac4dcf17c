import { resolve } from 'node:path';
import type { BuiltBy } from '@patchbay/client';
import type { Call } from '../../call.ts';
import { command } from '../../command.ts';
import { commandText } from '../../install/python-requirements.ts';
import { columns } from '../../output/columns.ts';
import { pathArgument } from '../../parameters/path-argument.ts';
import { textFlag } from '../../parameters/text-flag.ts';

export const checkTrusted = command({
  brief: 'Prove in a CI that its jobs may publish, without a release',
  description:
    'Shows the registry the token of this job, and says claim by claim how the rules of the publisher compare with it. The token stays unused, and nothing changes.',
  data: ({ Type, TrustedTokenDryRun }) =>
    Type.Object({
      registry: Type.String(),
      publisher_id: Type.String(),
      node_id: Type.String(),
      ...TrustedTokenDryRun.properties,
    }),
  parameters: {
    flags: { publisher: textFlag('The publisher, instead of PublisherId in pyproject.toml', 'id') },
    positional: pathArgument('path', 'The folder of the node'),
  },
  async run(call: Call, { publisher }: { readonly publisher?: string }, path: string) {
    const [{ readProject }, { publisherOf }, { identityRequest }] = await Promise.all([
      import('../../project/read-project.ts'),
      import('../../publish/publisher-of.ts'),
      import('../../publish/trusted-connection.ts'),
    ]);
    const { context } = call;
    const { api, client, registry } = await call.connect();
    const project = await readProject(resolve(context.cwd, path));
    const { nodeId } = project;
    const publisherId = publisherOf(project, publisher);
    const body = await identityRequest(context, registry, { publisherId, nodeId });
    const answer = await api.dryRunIdentityToken(client, { body });
    return { registry, publisher_id: publisherId, node_id: nodeId, ...answer };
  },
  isOk: ({ would_exchange }) => would_exchange,
  text({ would_exchange, reason, publisher_id, node_id, trusted_publishers, built_by }, ink) {
    const rules = trusted_publishers.map(({ id, claims }) =>
      [
        `Rule ${id}`,
        columns(
          claims.map(({ claim, expected, found, matches }) => [
            matches ? ink.green('same') : ink.red('differs'),
            claim,
            found ?? 'missing',
            ...(matches ? [] : [`instead of ${expected}`]),
          ]),
        ),
      ].join('\n'),
    );
    const verdict = would_exchange
      ? ink.green(`This job may publish ${node_id} for ${publisher_id}.`)
      : ink.red(`This job may not publish ${node_id} for ${publisher_id}: ${reason ?? ''}`);
    const way = would_exchange ? 'Run `patchbay publish` in it next.' : wayOut(built_by, publisher_id);
    return [...rules, [verdict, ...(way === undefined ? [] : [way])].join('\n')].join('\n\n');
  },
});

const github = 'https://token.actions.githubusercontent.com';

/** The command that makes a rule for the workflow of this job. */
const wayOut = ({ issuer, repository, workflow }: BuiltBy, publisherId: string): string | undefined => {
  if (repository === undefined || workflow === undefined) return undefined;
  const name = URL.canParse(repository) ? new URL(repository).pathname.slice(1) : repository;
  const file = workflow.replace(/^\.github\/workflows\//, '');
  const words = ['patchbay', 'trust', 'add', name, '--workflow', file, '--publisher', publisherId];
  const line = commandText([...words, ...(issuer === github ? [] : ['--issuer', issuer])]);
  return `If it should, an owner of ${publisherId} makes a rule for its workflow:\n  ${line}`;
};
