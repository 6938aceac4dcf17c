import type { GetAdvisoryReply } from '@patchbay/client';
import type { FormState } from '../forms/form-state.ts';
import { openedAs } from '../forms/opened.ts';
import { AdvisoryField } from './advisory-field.tsx';
import { Form } from './form.tsx';
import { ReasonField } from './reason-field.tsx';

interface AdvisoryFormProps {
  /** The one that there is about what is banned. */
  advisory: GetAdvisoryReply | undefined;
  state: FormState | undefined;
}

/** What the field holds of an advisory. */
export const advisoryTexts = (advisory: GetAdvisoryReply | undefined) => ({
  advisory: advisory?.details ?? '',
});

/** Publishes the advisory of something that is banned, or changes its text. */
export const AdvisoryForm = ({ advisory, state }: AdvisoryFormProps) => (
  <>
    <h2>Advisory {advisory !== undefined && <code>{advisory.id}</code>}</h2>
    <Form name="advise" label="Advisory" state={state} opened={openedAs(advisoryTexts(advisory))}>
      <AdvisoryField value={advisory?.details} isRequired />
      <ReasonField label="Reason for the advisory" hint="Shown to the publisher and kept in the log." />
      <div>
        <button name="do" value="advise">
          {advisory === undefined ? 'Publish an advisory' : 'Change the advisory'}
        </button>
      </div>
      <p class="quiet">It is withdrawn when the ban is lifted.</p>
    </Form>
  </>
);
