import { reportLeakedTokens } from '@patchbay/client';
import { DoneNote } from '../components/done-note.tsx';
import { Field } from '../components/field.tsx';
import { Form } from '../components/form.tsx';
import type { FormState } from '../forms/form-state.ts';
import { formsOf } from '../forms/forms-of.ts';
import { textOf } from '../forms/text-of.ts';
import { type View, page } from '../page.ts';
import type { Visit } from '../site.ts';
import { useHref } from '../visit.ts';

const path = '/leaked-token';

const show = async (_visit: Visit, state?: FormState): Promise<View> => ({
  title: 'Report a leaked token',
  body: <LeakedToken state={state} />,
});

/** Where anybody who found a token ends it. */
export const leakedTokenPage = page({ path, audience: 'person', show });

export const leakedTokenForm = formsOf(path, show, {
  leaked: async ({ client }, fields) => {
    await reportLeakedTokens(client, { body: { token: textOf(fields, 'token') } });
    return { redirect: `${path}?done=leaked` };
  },
});

const tokenCharsMax = 100;

const LeakedToken = ({ state }: { state: FormState | undefined }) => {
  const href = useHref();
  return (
    <section>
      <h1>Report a leaked token</h1>
      <p class="lead">
        Did you find a token of this registry where it does not belong? Whoever has a whole one may end it.{' '}
        <a href={href('/guide/leaked-tokens')}>How scanners do it</a>
      </p>
      <DoneNote />
      <Form name="leaked" state={state}>
        <Field
          name="token"
          label="Token"
          hint="All of it, from pbp_ on."
          isRequired
          autocomplete="off"
          maxLength={tokenCharsMax}
        />
        <div>
          <button class="danger" name="do" value="leaked">
            Revoke it
          </button>
        </div>
      </Form>
    </section>
  );
};
