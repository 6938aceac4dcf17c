import { type GetMeReply, changeEmail, sendVerificationEmail } from '@patchbay/client';
import { Day } from '../../components/day.tsx';
import { Field } from '../../components/field.tsx';
import { Form } from '../../components/form.tsx';
import type { FormState } from '../../forms/form-state.ts';
import type { FormAction } from '../../forms/forms-of.ts';
import { textOf } from '../../forms/text-of.ts';

/** The forms of the address of an account. */
export const addressForms = (path: string): Readonly<Record<'verify' | 'address', FormAction>> => ({
  verify: async ({ client }, fields) => {
    await sendVerificationEmail(client, { body: { email: textOf(fields, 'email') } });
    return { redirect: `${path}?done=sent` };
  },
  address: async ({ client }, fields) => {
    const password = fields.get('password') ?? '';
    await changeEmail(client, {
      body: { newEmail: textOf(fields, 'newEmail'), ...(password === '' ? {} : { password }) },
    });
    return { redirect: `${path}?done=address-requested` };
  },
});

/** Says that an address counts no longer. No message to it could change that. */
export const LapsedNote = ({ since }: { since: string }) => (
  <>
    <span class="tag bad">not in use</span>
    <p>
      The domain of this address is gone, so it stopped counting on <Day time={since} />: whoever registers
      the domain would get your messages. Give your account another address below.
    </p>
  </>
);

/** Says that an address is not verified, with a way to do it. */
export const UnverifiedNote = ({ me, state }: { me: GetMeReply; state: FormState | undefined }) => (
  <Form name="verify" state={state} isInline>
    <span class="tag warn">not verified</span>
    <input type="hidden" name="email" value={me.email} />
    <button name="do" value="verify">
      Send a message to verify it
    </button>
  </Form>
);

export const AddressSection = ({
  hasPassword,
  state,
}: {
  hasPassword: boolean;
  state: FormState | undefined;
}) => (
  <section aria-labelledby="address">
    <h2 id="address">E-mail address</h2>
    <Form name="address" state={state}>
      <Field
        name="newEmail"
        label="New address"
        hint="It takes effect once you have followed the links sent to both addresses."
        type="email"
        isRequired
        autocomplete="email"
      />
      {hasPassword && (
        <Field name="password" label="Password" type="password" isRequired autocomplete="current-password" />
      )}
      <div>
        <button name="do" value="address">
          Change the address
        </button>
      </div>
    </Form>
  </section>
);
