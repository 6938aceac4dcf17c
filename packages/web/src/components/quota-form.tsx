import { type QuotaSubject, type Usage, quotas, quotasOf } from '@patchbay/contract';
import { formatCount } from '../format.ts';
import { ActForm } from './act-form.tsx';
import { FormField } from './form-field.tsx';

interface QuotaFormProps<Subject extends QuotaSubject> {
  subject: Subject;
  usage: Usage<Subject>;
}

/** The quotas of an account, a publisher or a node, each with its use. */
export const QuotaForm = <Subject extends QuotaSubject>({ subject, usage }: QuotaFormProps<Subject>) => (
  <ActForm act="quotas" label="Quotas">
    {quotasOf(subject).map((name) => {
      const { unit, max, means } = quotas[name];
      const { used, max: current } = usage[name];
      const use = used === undefined ? '' : `${formatCount(used)} used. `;
      return (
        <FormField
          key={name}
          id={name}
          label={unit[0]?.toUpperCase() + unit.slice(1)}
          hint={`${use}${means} Default: ${formatCount(quotas[name].default)}.`}
        >
          <input
            id={name}
            name={name}
            type="number"
            min={0}
            max={max}
            value={current}
            aria-describedby={`${name}-hint`}
          />
        </FormField>
      );
    })}
    <p class="quiet">An empty field restores the default. To undo, set the former number again.</p>
    <p>
      <button>Set quotas</button>
    </p>
  </ActForm>
);
