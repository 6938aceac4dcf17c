import { type PersonalAccessToken, createToken, listTokens, revokeToken } from '@patchbay/client';
import { limits, tokenActions } from '@patchbay/contract';
import { AccountNav } from '../../components/account-nav.tsx';
import { Checks } from '../../components/checks.tsx';
import { Day } from '../../components/day.tsx';
import { DoneNote } from '../../components/done-note.tsx';
import { Field } from '../../components/field.tsx';
import { Form } from '../../components/form.tsx';
import { Island } from '../../components/island.tsx';
import { FormRefusal } from '../../forms/form-refusal.ts';
import type { FormState } from '../../forms/form-state.ts';
import { formsOf } from '../../forms/forms-of.ts';
import { linesOf } from '../../forms/lines-of.ts';
import { once } from '../../forms/once.ts';
import { textOf } from '../../forms/text-of.ts';
import { Island as CopyButton } from '../../islands/copy-button.tsx';
import { type View, page } from '../../page.ts';
import type { Visit } from '../../site.ts';
import { useHref } from '../../visit.ts';
import { loadPublisher } from './load-publisher.ts';

const path = '/account/publishers/:publisherId/tokens';

const view = async (visit: Visit, state?: FormState, made?: PersonalAccessToken): Promise<View> => {
  const { publisherId = '' } = visit.params;
  const { isOwner } = await loadPublisher(visit);
  const tokens = await listTokens(visit.client, { publisherId });
  return {
    title: 'Tokens',
    body: (
      <>
        <AccountNav publisher={{ id: publisherId, isOwner }} />
        <Tokens tokens={tokens} made={made} state={state} />
      </>
    ),
  };
};

const show = (visit: Visit, state?: FormState): Promise<View> => view(visit, state);

/** The personal access tokens of a publisher, for its owners. */
export const tokensPage = page({ path, audience: 'person', show });

export const tokensForms = formsOf(path, show, {
  create: async (visit, fields) => {
    const { publisherId = '' } = visit.params;
    // The page that shows it is the only one that ever does, so nothing leads on to another.
    const made = await createToken(once(visit.client, fields), { publisherId, body: requestOf(fields) });
    return view(visit, undefined, made);
  },
  revoke: async ({ client, params: { publisherId = '' } }, fields) => {
    await revokeToken(client, { publisherId, tokenId: fields.get('which') ?? '' });
    return { redirect: `/account/publishers/${publisherId}/tokens?done=revoked` };
  },
});

const requestOf = (fields: URLSearchParams) => {
  const nodes = linesOf(fields, 'nodes');
  const day = textOf(fields, 'expiresAt');
  const chosen = fields.getAll('actions');
  const isEndless = fields.get('never') === 'yes';
  if (isEndless && day !== '') {
    throw new FormRefusal({ expiresAt: 'Choose one: a day, or that it never expires.' });
  }
  if (chosen.length === 0) throw new FormRefusal({ actions: 'Choose what the token may do.' });
  return {
    name: textOf(fields, 'name'),
    actions: tokenActions.filter((action) => chosen.includes(action)),
    ...(nodes.length === 0 ? {} : { nodes }),
    ...(isEndless ? { expiresAt: 'never' } : {}),
    ...(day === '' ? {} : { expiresAt: `${day}T00:00:00.000Z` }),
  };
};

interface TokensProps {
  tokens: readonly PersonalAccessToken[];
  made: PersonalAccessToken | undefined;
  state: FormState | undefined;
}

const Tokens = ({ tokens, made, state }: TokensProps) => {
  const href = useHref();
  return (
    <>
      <section>
        <h1>Tokens</h1>
        <p class="lead">
          A token publishes from a program, such as a CI job, without your password. Whoever found a leaked
          one <a href={href('/leaked-token')}>ends it here</a>.
        </p>
        <DoneNote />
        {made !== undefined && (
          <div class="secret" role="status">
            <p>
              This is the token <bdi>{made.name}</bdi>. Copy it now: it is not shown again.
            </p>
            <pre tabIndex={0}>{made.token}</pre>
            <Island name="copy-button" of={CopyButton} props={{ text: made.token ?? '', of: 'the token' }} />
          </div>
        )}
        {tokens.length === 0 ? (
          <p class="quiet">There is no token.</p>
        ) : (
          <ul class="list">
            {tokens.map((token) => (
              <Token key={token.id} token={token} state={state} />
            ))}
          </ul>
        )}
      </section>
      <section aria-labelledby="create">
        <h2 id="create">New token</h2>
        <Form name="create" state={state}>
          <Field
            name="name"
            label="Name"
            hint="Where it is used, for example."
            isRequired
            maxLength={limits.nameCharsMax}
          />
          <Checks
            name="actions"
            label="It may"
            options={[
              ['publish', 'publish versions'],
              ['edit', 'edit nodes and versions'],
              ['delete', 'delete nodes and versions'],
            ]}
            chosen={['publish']}
          />
          <Field
            name="nodes"
            label="Only for these nodes"
            hint={`One id on each line, at most ${limits.listItemsMax}. Empty: all nodes of the publisher.`}
            rows={3}
          />
          <Field
            name="expiresAt"
            label="Expires on"
            hint={`At most a year from now. Empty: in ${limits.tokenDaysDefault} days.`}
            type="date"
          />
          <Checks name="never" label="Or" options={[['yes', 'It never expires']]} />
          <div>
            <button class="main" name="do" value="create">
              Create token
            </button>
          </div>
        </Form>
      </section>
    </>
  );
};

const Token = ({ token, state }: { token: PersonalAccessToken; state: FormState | undefined }) => {
  const { id, name, maker, actions = [], nodes, expiresAt, lastUsedAt } = token;
  return (
    <li>
      <div>
        <strong>
          <bdi>{name}</bdi>
        </strong>{' '}
        <code>{token.token}</code>
        <p class="facts">
          <span>may {actions.join(', ')}</span>
          <span>{nodes === undefined ? 'all nodes' : <bdi>{nodes.join(', ')}</bdi>}</span>
          <span>
            by <bdi>{maker.name}</bdi>
          </span>
          <span>
            {lastUsedAt === undefined ? (
              'never used'
            ) : (
              <>
                used <Day time={lastUsedAt} />
              </>
            )}
          </span>
          <span>
            {expiresAt === undefined ? (
              'never expires'
            ) : (
              <>
                expires <Day time={expiresAt} />
              </>
            )}
          </span>
        </p>
      </div>
      <Form name="revoke" which={id} state={state} isInline>
        <button class="danger" name="do" value="revoke" aria-label={`Revoke ${name}`}>
          Revoke
        </button>
      </Form>
    </li>
  );
};
