import { type QuotaSubject, type Usage, quotas, quotasOf } from '@patchbay/contract';
import type { FormState } from '../forms/form-state.ts';
import { openedAs } from '../forms/opened.ts';
import { quotaTexts } from '../forms/quota-values.ts';
import { formatBytes, formatCount } from '../format.ts';
import { Field } from './field.tsx';
import { Form } from './form.tsx';
import { ReasonField } from './reason-field.tsx';

interface QuotaFormProps<Subject extends QuotaSubject> {
  subject: Subject;
  usage: Usage<Subject>;
  state: FormState | undefined;
}

/** The quotas of an account, a publisher or a node, each with its use. */
export const QuotaForm = <Subject extends QuotaSubject>({
  subject,
  usage,
  state,
}: QuotaFormProps<Subject>) => (
  <Form name="quotas" label="Quotas" state={state} opened={openedAs(quotaTexts(subject, usage))}>
    {quotasOf(subject).map((name) => {
      const { unit, max, means } = quotas[name];
      const { used, max: current } = usage[name];
      const amount = unit.startsWith('bytes ') ? formatBytes : formatCount;
      const use = used === undefined ? '' : `${amount(used)} used. `;
      const now = unit.startsWith('bytes ') ? ` Now: ${amount(current)}.` : '';
      return (
        <Field
          key={name}
          name={name}
          label={unit[0]?.toUpperCase() + unit.slice(1)}
          hint={`${use}${means} Default: ${amount(quotas[name].default)}.${now}`}
          type="number"
          min={0}
          max={max}
          value={String(current)}
        />
      );
    })}
    <ReasonField label="Reason for the quotas" hint="Told to those whom it affects and kept in the log." />
    <p class="quiet">An empty field restores the default. To undo, set the former number again.</p>
    <div>
      <button name="do" value="quotas">
        Set quotas
      </button>
    </div>
  </Form>
);
