import { type Client, RegistryError, dryRunPublish, getLimits } from '@patchbay/client';
import { type Project, publicationOf } from '@patchbay/inspect/project';
import type { ComponentChild } from 'preact';
import { AccountNav } from '../../components/account-nav.tsx';
import { FaultList } from '../../components/fault-list.tsx';
import { Island } from '../../components/island.tsx';
import { Island as PublishPackage } from '../../islands/publish-package.tsx';
import { packageFault } from '../../package/package-fault.ts';
import { readZippedProject } from '../../package/read-zipped-project.ts';
import { type View, form, page } from '../../page.ts';
import type { SentPackage, Visit } from '../../site.ts';
import { hrefOf } from '../../visit.ts';
import { isOwner, tokenForPublish } from './author.ts';
import { DryRunResult } from './dry-run-result.tsx';
import { sendPackage } from './send-package.ts';

const path = '/account/publishers/:publisherId/publish';

/** Publishes a version from a zip: chosen or dropped, read before it is sent, checked if asked, then sent. */
export const publishPage = page({
  path,
  audience: 'person',
  show: async (visit) => ask(visit, await termsOf(visit), {}),
});

/** With `?dry_run=true` it only says what a publish would come to. */
export const publishForm = form({
  path,
  takesPackage: true,
  send: async (visit, fields, takePackage) => {
    const terms = await termsOf(visit);
    const changelog = fields.get('changelog')?.trim() ?? '';
    const answer = (outcome: ComponentChild, status = 200): View =>
      ask(visit, terms, { changelog, outcome, status });
    const sent = await takePackage();
    if (sent === undefined) return answer(refused('Choose the zip of a package first.'), 422);
    try {
      return await publish(
        visit,
        { changelog, isOwner: terms.isOwner, token: fields.get('personal_access_token') },
        sent,
        answer,
      );
    } catch (error) {
      const fault = packageFault(error) ?? registryFault(error);
      if (fault === undefined) throw error;
      return answer(<Refused faults={[fault]} />, 422);
    }
  },
});

interface Words {
  changelog: string;
  isOwner: boolean;
  /** What a member brought who cannot make one. */
  token: string | null;
}

const publish = async (
  { client, params: { publisherId = '' }, query }: Visit,
  words: Words,
  sent: SentPackage,
  answer: (outcome: ComponentChild) => View,
): Promise<View | { redirect: string }> => {
  const project = await readZippedProject(sent.bytes);
  await using made = words.isOwner
    ? await tokenForPublish(client, publisherId)
    : { token: words.token ?? '', [Symbol.asyncDispose]: () => Promise.resolve() };
  const publication = publicationOf(project, publisherId, {
    token: made.token,
    changelog: words.changelog === '' ? undefined : words.changelog,
  });
  if (query.get('dry_run') === 'true') {
    const result = await dryRunPublish(client, { ...publication, package: sent.bytes });
    return answer(<DryRunResult result={result} project={project} publisherId={publisherId} />);
  }
  await sendPackage(client, publication, sent);
  return { redirect: publicationPath(publisherId, project) };
};

const publicationPath = (publisherId: string, { nodeId, version }: Project): string =>
  `/account/publishers/${publisherId}/publish/${encodeURIComponent(nodeId)}/${encodeURIComponent(version)}`;

interface Terms {
  isOwner: boolean;
  bytesMax: number;
}

const termsOf = async ({ client, params: { publisherId = '' } }: Visit): Promise<Terms> => ({
  isOwner: await isOwner(client, publisherId),
  bytesMax: await packageBytesMax(client),
});

const packageBytesMax = async (client: Client): Promise<number> =>
  (await getLimits(client)).settings['package_bytes_max'] ?? 0;

const ask = (
  visit: Visit,
  terms: Terms,
  {
    changelog = '',
    outcome,
    status = 200,
  }: { changelog?: string; outcome?: ComponentChild; status?: number },
): View => {
  const { publisherId = '' } = visit.params;
  const action = hrefOf(visit)(`/account/publishers/${publisherId}/publish`);
  const props = {
    action,
    publisherId,
    formToken: visit.formToken,
    needsToken: !terms.isOwner,
    changelog,
    bytesMax: terms.bytesMax,
  };
  return {
    title: 'Publish a version',
    status,
    body: (
      <>
        <AccountNav publisher={{ id: publisherId, isOwner: terms.isOwner }} />
        <header class="stack">
          <h1>Publish a version</h1>
          <p class="quiet">
            For <a href={hrefOf(visit)(`/account/publishers/${publisherId}`)}>{publisherId}</a>.{' '}
            <a href={hrefOf(visit)('/guide/command-line')}>
              <code>patchbay pack</code>
            </a>{' '}
            in the folder of the node makes the zip. A zip of your own has <code>pyproject.toml</code>, which
            names the node and its version, and <code>__init__.py</code> at its root, not in a folder.
          </p>
        </header>
        <section
          id="outcome"
          class="stack"
          tabIndex={-1}
          autofocus={outcome !== undefined}
          aria-label="Result"
          aria-live="polite"
        >
          {outcome}
        </section>
        <Island name="publish-package" of={PublishPackage} props={props} />
      </>
    ),
  };
};

const Refused = ({ faults }: Parameters<typeof FaultList>[0]) => (
  <>
    <h2>Not published</h2>
    <FaultList faults={faults} />
    <p class="quiet">Nothing was changed. Correct it, then choose the zip again.</p>
  </>
);

const refused = (message: string) => <Refused faults={[{ message, details: [] }]} />;

/** What the registry refused as such; the rest is a page of its own. */
const registryFault = (error: unknown) =>
  error instanceof RegistryError && error.status < 500
    ? { message: error.message, details: error.details }
    : undefined;
