import type { PasskeyCreation, Passkey } from '@patchbay/client';
import { limits } from '@patchbay/contract';
import { Day } from '../../components/day.tsx';
import { Field } from '../../components/field.tsx';
import { Form } from '../../components/form.tsx';
import { Island } from '../../components/island.tsx';
import type { FormState } from '../../forms/form-state.ts';
import { Island as PasskeyButton } from '../../islands/passkey-button.tsx';

interface PasskeysProps {
  passkeys: readonly Passkey[];
  /** Whether the registry has a name that one can be for. */
  canBeAdded: boolean;
  /** Whether the account needs one for what cannot be undone. */
  isRequired: boolean;
  /** While one is being made. */
  options: PasskeyCreation | undefined;
  state: FormState | undefined;
}

export const Passkeys = ({ passkeys, canBeAdded, isRequired, options, state }: PasskeysProps) => (
  <section aria-labelledby="passkeys">
    <h2 id="passkeys">Passkeys</h2>
    <p>
      A passkey on a phone, a computer or a security key signs you in without your password, which alone signs
      nobody in then.{isRequired && ' Your account needs one for what cannot be undone.'}
    </p>
    {passkeys.length > 0 && (
      <ul class="list">
        {passkeys.map((passkey) => (
          <OnePasskey key={passkey.id} passkey={passkey} state={state} />
        ))}
      </ul>
    )}
    {!canBeAdded ? (
      <p class="quiet">This registry has an address and no name, so no passkey can be for it.</p>
    ) : options === undefined ? (
      <Form name="start-passkey" state={state}>
        <div>
          <button name="do" value="start-passkey">
            Add a passkey
          </button>
        </div>
      </Form>
    ) : (
      <Form name="add-passkey" state={state}>
        <Field
          name="name"
          label="Name"
          hint="Where it is kept, for example."
          value="Passkey"
          isRequired
          maxLength={limits.nameCharsMax}
        />
        <Island
          name="passkey-button"
          of={PasskeyButton}
          props={{ name: 'add-passkey', label: 'Make the passkey', create: options }}
        />
      </Form>
    )}
  </section>
);

const OnePasskey = ({ passkey, state }: { passkey: Passkey; state: FormState | undefined }) => {
  const { id, name, created_at, last_used_at } = passkey;
  return (
    <li>
      <div>
        <strong>
          <bdi>{name}</bdi>
        </strong>
        <p class="facts">
          <span>
            added <Day time={created_at} />
          </span>
          {last_used_at !== undefined && (
            <span>
              used <Day time={last_used_at} />
            </span>
          )}
        </p>
      </div>
      <Form name="remove-passkey" which={id} state={state} isInline>
        <button class="danger" name="do" value="remove-passkey" aria-label={`Remove ${name}`}>
          Remove
        </button>
      </Form>
    </li>
  );
};
