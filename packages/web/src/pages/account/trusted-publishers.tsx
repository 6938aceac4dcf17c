import {
  type TrustedPublisher,
  createTrustedPublisher,
  deleteTrustedPublisher,
  listTrustedPublishers,
} from '@patchbay/client';
import { limits } from '@patchbay/contract';
import { AccountNav } from '../../components/account-nav.tsx';
import { Day } from '../../components/day.tsx';
import { DoneNote } from '../../components/done-note.tsx';
import { Field } from '../../components/field.tsx';
import { Form } from '../../components/form.tsx';
import { Pager } from '../../components/pager.tsx';
import type { FormState } from '../../forms/form-state.ts';
import { formsOf } from '../../forms/forms-of.ts';
import { linesOf } from '../../forms/lines-of.ts';
import { samePage } from '../../forms/same-page.ts';
import { textOf } from '../../forms/text-of.ts';
import { type View, page } from '../../page.ts';
import { readNumber } from '../../read-number.ts';
import type { Visit } from '../../site.ts';
import { useHref } from '../../visit.ts';
import { loadPublisher } from './load-publisher.ts';

const path = '/account/publishers/:publisherId/trusted-publishers';

const show = async (visit: Visit, state?: FormState): Promise<View> => {
  const { client, params, query } = visit;
  const { publisherId = '' } = params;
  const { isOwner } = await loadPublisher(visit);
  const asked = { publisherId, page: readNumber(query, 'page', 1), limit: 20 };
  const { trusted_publishers: rules, ...shown } = await listTrustedPublishers(client, asked);
  return {
    title: 'Trusted publishers',
    body: (
      <>
        <AccountNav publisher={{ id: publisherId, isOwner }} />
        <TrustedPublishers rules={rules} state={state} {...shown} />
      </>
    ),
  };
};

/** Whose CI jobs may publish for a publisher, for its owners. */
export const trustedPublishersPage = page({ path, audience: 'person', show });

const addressOf = ({ params: { publisherId = '' } }: Visit, done: string): string =>
  `/account/publishers/${publisherId}/trusted-publishers?done=${done}`;

export const trustedPublishersForms = formsOf(path, show, {
  trust: async (visit, fields) => {
    const { publisherId = '' } = visit.params;
    await createTrustedPublisher(visit.client, { publisherId, body: requestOf(fields) });
    return { redirect: addressOf(visit, 'trusted') };
  },
  distrust: async (visit, fields) => {
    const { publisherId = '' } = visit.params;
    const trustedPublisherId = fields.get('which') ?? '';
    await deleteTrustedPublisher(visit.client, { publisherId, trustedPublisherId });
    return samePage(visit, 'distrusted');
  },
});

const requestOf = (fields: URLSearchParams) => {
  const [environment, nodeId] = [textOf(fields, 'environment'), textOf(fields, 'node_id')];
  return {
    issuer: textOf(fields, 'issuer'),
    repository: textOf(fields, 'repository'),
    workflows: linesOf(fields, 'workflows'),
    ...(environment === '' ? {} : { environment }),
    ...(nodeId === '' ? {} : { node_id: nodeId }),
  };
};

interface TrustedPublishersProps {
  rules: readonly TrustedPublisher[];
  page: number;
  totalPages: number;
  state: FormState | undefined;
}

const TrustedPublishers = ({ rules, page: current, totalPages, state }: TrustedPublishersProps) => {
  const href = useHref();
  return (
    <>
      <section>
        <h1>Trusted publishers</h1>
        <p class="lead">
          CI jobs of the repositories and workflows listed here publish with an identity that their CI proves,
          so no token is stored that could leak. <a href={href('/guide/trusted-publishing')}>How it works</a>
        </p>
        <DoneNote />
        {rules.length === 0 && current === 1 ? (
          <p class="quiet">No CI can publish without a stored token.</p>
        ) : (
          <ul class="list">
            {rules.map((rule) => (
              <Rule key={rule.id} rule={rule} state={state} />
            ))}
          </ul>
        )}
        <Pager page={current} totalPages={totalPages} />
      </section>
      <section aria-labelledby="trust">
        <h2 id="trust">New trusted publisher</h2>
        <Form name="trust" state={state}>
          <Field
            name="issuer"
            label="CI"
            value="github"
            options={[
              ['github', 'GitHub Actions'],
              ['gitlab', 'GitLab CI'],
            ]}
          />
          <Field
            name="repository"
            label="Repository"
            hint="Such as owner/name; on GitLab with all groups."
            isRequired
            maxLength={limits.repositoryNameCharsMax}
          />
          <Field
            name="workflows"
            label="Workflows"
            hint="One file on each line, such as publish.yml; on GitLab .gitlab-ci.yml."
            rows={3}
            isRequired
          />
          <Field
            name="environment"
            label="Environment"
            hint="Empty: any or none. One that asks for an approval is safer."
            maxLength={limits.environmentCharsMax}
          />
          <Field
            name="node_id"
            label="Only for this node"
            hint="It need not exist yet. Empty: all nodes of the publisher."
          />
          <div>
            <button class="main" name="do" value="trust">
              Trust it
            </button>
          </div>
        </Form>
      </section>
    </>
  );
};

const Rule = ({ rule, state }: { rule: TrustedPublisher; state: FormState | undefined }) => {
  const { id, issuer, repository, claims = {}, workflows = [], environment, node_id, maker } = rule;
  const name = repository ?? Object.values(claims).join(', ');
  return (
    <li>
      <div>
        <strong>
          <bdi>{name}</bdi>
        </strong>
        {rule.is_pending && <span class="tag">node does not exist yet</span>}
        <p class="facts">
          <bdi>{[...workflows, ...Object.keys(claims)].join(', ')}</bdi>
          <span>{environment === undefined ? 'any environment' : <bdi>in {environment}</bdi>}</span>
          <span>{node_id === undefined ? 'all nodes' : <bdi>{node_id}</bdi>}</span>
          <bdi>{new URL(issuer).host}</bdi>
          <span>
            by <bdi>{maker.name}</bdi>
          </span>
          <span>
            {rule.last_used_at === undefined ? (
              'never used'
            ) : (
              <>
                used <Day time={rule.last_used_at} />
              </>
            )}
          </span>
        </p>
      </div>
      <Form name="distrust" which={id} state={state} isInline>
        <button class="danger" name="do" value="distrust" aria-label={`Remove ${name}`}>
          Remove
        </button>
      </Form>
    </li>
  );
};
