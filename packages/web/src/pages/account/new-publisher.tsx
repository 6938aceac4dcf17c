import { createPublisher, getSession } from '@patchbay/client';
import { AccountNav } from '../../components/account-nav.tsx';
import { Field } from '../../components/field.tsx';
import { Form } from '../../components/form.tsx';
import type { FormState } from '../../forms/form-state.ts';
import { formsOf } from '../../forms/forms-of.ts';
import { once } from '../../forms/once.ts';
import { textOf } from '../../forms/text-of.ts';
import { type View, page } from '../../page.ts';
import type { Visit } from '../../site.ts';
import { PublisherFields, profileOf } from './publisher-fields.tsx';

/** For a page that reads nothing else of its visitor: throws what the registry tells someone who is not signed in. */
const requireSession = async ({ client }: Visit): Promise<void> => {
  await getSession(client);
};

const path = '/account/new-publisher';

const show = async (visit: Visit, state?: FormState): Promise<View> => {
  await requireSession(visit);
  return { title: 'New publisher', body: <NewPublisher state={state} /> };
};

export const newPublisherPage = page({ path, audience: 'person', show });

export const newPublisherForm = formsOf(path, show, {
  create: async ({ client }, fields) => {
    const body = { id: textOf(fields, 'id'), ...profileOf(fields) };
    const { id } = await createPublisher(once(client, fields), { body });
    return { redirect: `/account/publishers/${id}` };
  },
});

const NewPublisher = ({ state }: { state: FormState | undefined }) => (
  <>
    <AccountNav />
    <section>
      <h1>New publisher</h1>
      <p class="lead">Nodes are published under the name of a publisher. You become its owner.</p>
      <Form name="create" state={state}>
        <Field
          name="id"
          label="Id"
          hint="Lower-case letters, digits and hyphens, beginning with a letter. It stays, and is taken for ever."
          isRequired
          autocomplete="off"
          maxLength={63}
        />
        <PublisherFields />
        <div>
          <button class="main" name="do" value="create">
            Create publisher
          </button>
        </div>
      </Form>
    </section>
  </>
);
