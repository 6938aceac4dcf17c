import type { FormState } from '../forms/form-state.ts';
import { AdvisoryField } from './advisory-field.tsx';
import { Form } from './form.tsx';
import { ReasonField } from './reason-field.tsx';

/** What a ban cannot be lifted without, where `MODERATION=two`. */
export const secondNote = 'Lifting a ban needs another moderator where the registry asks for two.';

interface BanFormProps {
  /** What is banned. */
  thing: 'node' | 'publisher';
  isBanned: boolean;
  /** What a ban does. */
  effect: string;
  /** Who sees the reason. */
  hint: string;
  state: FormState | undefined;
}

/** Bans something or lifts its ban, with a reason. */
export const BanForm = ({ thing, isBanned, effect, hint, state }: BanFormProps) => {
  const [name, label] = isBanned ? ['lift', 'Lift the ban'] : ['ban', `Ban the ${thing}`];
  return (
    <>
      <h2>{isBanned ? 'Lift the ban' : 'Ban'}</h2>
      <Form name={name} label={label} state={state}>
        <ReasonField label={isBanned ? 'Reason to lift the ban' : 'Reason for the ban'} hint={hint} />
        {thing === 'node' && !isBanned && <AdvisoryField />}
        <div>
          <button class={isBanned ? 'main' : 'danger'} name="do" value={name}>
            {label}
          </button>
        </div>
        <p class="quiet">
          {isBanned
            ? `Restores what was there before the ban. ${secondNote} To undo: ban it again here.`
            : `${effect} To undo: lift the ban here. ${secondNote}`}
        </p>
      </Form>
    </>
  );
};
