import { type Client, RegistryError, dryRunPublish, getLimits } from '@patchbay/client';
import { type Project, publicationOf } from '@patchbay/inspect/project';
import type { ComponentChild } from 'preact';
import { AccountNav } from '../../components/account-nav.tsx';
import { FaultList } from '../../components/fault-list.tsx';
import { Island } from '../../components/island.tsx';
import { Island as PublishPackage } from '../../islands/publish-package.tsx';
import { packageFault } from '../../package/package-fault.ts';
import { readZippedProject } from '../../package/read-zipped-project.ts';
import { staleForm } from '../../forms/forms-of.ts';
import { afterStepUp, needsStepUp, proofIn, stepUpView } from '../../forms/step-up.tsx';
import { type View, form, page } from '../../page.ts';
import type { SentPackage, Visit } from '../../site.ts';
import { hrefOf } from '../../visit.ts';
import { isOwner, isRecent, tokenForPublish } from './author.ts';
import { DryRunResult } from './dry-run-result.tsx';
import { sendPackage } from './send-package.ts';

const path = '/account/publishers/:publisherId/publish';

/** Publishes a version from a zip: chosen or dropped, read before it is sent, checked if asked, then sent. */
export const publishPage = page({
  path,
  audience: 'person',
  show: async (visit) => {
    const terms = await termsOf(visit);
    // Asked before the file is chosen: a browser forgets it on the way.
    return terms.isOwner && !(await isRecent(visit.client))
      ? { ...(await stepUpView(visit, new URLSearchParams())), status: 200 }
      : ask(visit, terms, {});
  },
});

/** With `?dry_run=true` it only says what a publish would come to. */
export const publishForm = form({
  path,
  takesPackage: true,
  send: (visit, fields, takePackage) =>
    afterStepUp(visit, fields, async () => {
      const terms = await termsOf(visit);
      const changelog = changelogIn(fields);
      const answer = (outcome: ComponentChild, status = 200): View =>
        ask(visit, terms, { changelog, outcome, status });
      if (proofIn(fields) !== undefined) return answer(<p>Now choose the zip.</p>);
      try {
        // Before the file is read, which may take longer than a sign-in stays recent.
        await using made = terms.isOwner
          ? await tokenForPublish(visit.client, visit.params['publisherId'] ?? '')
          : brought(fields.get('personal_access_token') ?? '');
        const sent = await takePackage();
        if (sent === undefined) return answer(refused('Choose the zip of a package first.'), 422);
        return await publish(visit, { changelog, token: made.token }, sent, answer);
      } catch (error) {
        const fault = packageFault(error) ?? registryFault(error);
        if (fault === undefined) throw error;
        return answer(<Refused faults={[fault]} />, 422);
      }
    }),
  again: async (visit, fields) =>
    ask(visit, await termsOf(visit), {
      changelog: changelogIn(fields),
      outcome: (
        <>
          <h2>Not published</h2>
          <p>{staleForm}</p>
        </>
      ),
      status: 403,
    }),
});

const changelogIn = (fields: URLSearchParams): string => fields.get('changelog')?.trim() ?? '';

/** What a member has who cannot make one. */
const brought = (token: string) => ({ token, [Symbol.asyncDispose]: () => Promise.resolve() });

interface Words {
  changelog: string;
  token: string;
}

const publish = async (
  { client, params: { publisherId = '' }, query }: Visit,
  words: Words,
  sent: SentPackage,
  answer: (outcome: ComponentChild) => View,
): Promise<View | { redirect: string }> => {
  const project = await readZippedProject(sent.bytes);
  const publication = publicationOf(project, publisherId, {
    token: words.token,
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
  error instanceof RegistryError && error.status < 500 && !needsStepUp(error)
    ? { message: error.message, details: error.details }
    : undefined;
