import { ActForm } from './act-form.tsx';
import { ReasonField } from './reason-field.tsx';

interface BanFormProps {
  /** What is banned. */
  thing: 'node' | 'publisher';
  isBanned: boolean;
  /** What a ban does. */
  effect: string;
  /** Who sees the reason. */
  hint: string;
  reason: string;
}

/** Bans something or lifts its ban, with a reason. */
export const BanForm = ({ thing, isBanned, effect, hint, reason }: BanFormProps) => (
  <ActForm act={isBanned ? 'lift' : 'ban'} label={isBanned ? 'Lift the ban' : 'Ban'}>
    <ReasonField id="reason" hint={hint} value={reason} />
    <p>
      <button class={isBanned ? 'main' : 'danger'}>{isBanned ? 'Lift the ban' : `Ban the ${thing}`}</button>
    </p>
    <p class="quiet">
      {isBanned
        ? 'Restores what was there before the ban. To undo: ban it again here.'
        : `${effect} To undo: lift the ban here.`}
    </p>
  </ActForm>
);
