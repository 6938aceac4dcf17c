import { type NodeVersionStatus, transitions } from '@patchbay/contract';
import { AdvisoryField } from '../../components/advisory-field.tsx';
import { secondNote } from '../../components/ban-form.tsx';
import { Form } from '../../components/form.tsx';
import { ReasonField } from '../../components/reason-field.tsx';
import type { FormState } from '../../forms/form-state.ts';

const words: Readonly<Record<string, string>> = {
  NodeVersionStatusActive: 'Activate',
  NodeVersionStatusFlagged: 'Flag',
  NodeVersionStatusBanned: 'Ban',
};

interface VersionDecisionProps {
  status: NodeVersionStatus;
  state: FormState | undefined;
}

/** What a moderator can decide about a version in this state. */
export const VersionDecision = ({ status, state }: VersionDecisionProps) => {
  const moves = transitions.filter(
    ({ resource, from, by }) => resource === 'NodeVersion' && from === status && by.includes('moderator'),
  );
  const decisions = moves.filter(({ to }) => to in words);
  const canCheck = moves.some(({ to }) => to === 'NodeVersionStatusPending');
  return (
    <section class="stack" aria-label="Decision">
      {decisions.length > 0 && (
        <Form name="decide" label="Decide" state={state}>
          <input type="hidden" name="do" value="decide" />
          <ReasonField hint="Shown to the publisher and kept in the log." />
          {decisions.some(({ to }) => to === 'NodeVersionStatusBanned') && <AdvisoryField />}
          <div class="buttons">
            {decisions.map(({ to }) => (
              <button
                key={to}
                name="status"
                value={to}
                class={to === 'NodeVersionStatusActive' ? 'main' : 'danger'}
              >
                {words[to]}
              </button>
            ))}
          </div>
          <p class="quiet">{undo[status]}</p>
        </Form>
      )}
      {canCheck && (
        <Form name="check" label="Check again" state={state}>
          <div>
            <button name="do" value="check">
              Check its package again
            </button>
          </div>
        </Form>
      )}
      {moves.length === 0 && <p class="quiet">Nothing can be decided in this state.</p>}
    </section>
  );
};

const undo: Readonly<Record<NodeVersionStatus, string>> = {
  NodeVersionStatusFlagged: `To undo: flag it again here, or lift the ban here. ${secondNote}`,
  NodeVersionStatusActive: `Hides the version from installs at once. To undo: activate it again here. ${secondNote}`,
  NodeVersionStatusBanned: `Lifts the ban. ${secondNote} To undo: ban it again here.`,
  NodeVersionStatusPending: `To undo: lift the ban here. ${secondNote}`,
  NodeVersionStatusDeleted:
    'Restores what its publisher deleted, for 30 days after that. Only the publisher can delete it again.',
};
