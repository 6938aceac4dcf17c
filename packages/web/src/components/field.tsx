import type { ComponentChildren } from 'preact';
import { useContext } from 'preact/hooks';
import { FormContext } from './form.tsx';

interface FieldProps {
  name: string;
  label: ComponentChildren;
  /** What it holds until something else was sent. */
  value?: string | undefined;
  hint?: ComponentChildren;
  type?: 'text' | 'email' | 'password' | 'url' | 'date' | 'number';
  autocomplete?: string;
  isRequired?: boolean;
  /** Whether what was typed does not stay, as of a password. */
  isSecret?: boolean;
  maxLength?: number;
  /** Of a number. */
  min?: number;
  max?: number;
  /** For a text of several lines. */
  rows?: number;
  /** For a choice of one. */
  options?: readonly (readonly [value: string, label: string])[];
}

/** A field of a form with its label, its hint and what is wrong with it. What was typed stays, except passwords. */
export const Field = ({
  name,
  label,
  value = '',
  hint,
  isRequired,
  isSecret,
  autocomplete,
  ...kind
}: FieldProps) => {
  const { id: form, state } = useContext(FormContext);
  const id = `${form}-${name}`;
  const fault = state?.faults.get(name);
  const sent =
    kind.type === 'password' || isSecret === true ? undefined : (state?.sent.get(name) ?? undefined);
  const described = [
    ...(hint === undefined ? [] : [`${id}-hint`]),
    ...(fault === undefined ? [] : [`${id}-fault`]),
  ];
  const common = {
    id,
    name,
    required: isRequired,
    autocomplete,
    'aria-invalid': fault === undefined ? undefined : 'true',
    'aria-describedby': described.length === 0 ? undefined : described.join(' '),
  } as const satisfies ControlProps['common'];
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {hint !== undefined && (
        <p class="quiet" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      <Control {...kind} common={common} value={sent ?? value} />
      {fault !== undefined && (
        <p class="wrong" id={`${id}-fault`}>
          {fault}
        </p>
      )}
    </div>
  );
};

interface ControlProps extends Pick<FieldProps, 'type' | 'maxLength' | 'min' | 'max' | 'rows' | 'options'> {
  common: {
    id: string;
    name: string;
    required: boolean | undefined;
    autocomplete: string | undefined;
    'aria-invalid': 'true' | undefined;
    'aria-describedby': string | undefined;
  };
  value: string;
}

const Control = ({ common, type = 'text', value, rows, options, ...limits }: ControlProps) => {
  if (options !== undefined) {
    return (
      <select {...common}>
        {options.map(([option, label]) => (
          <option key={option} value={option} selected={option === value}>
            {label}
          </option>
        ))}
      </select>
    );
  }
  if (rows !== undefined)
    return <textarea {...common} rows={rows} maxLength={limits.maxLength} defaultValue={value} />;
  // The types of Preact know each type of input apart, which one that is chosen cannot match.
  const input: object = { ...common, ...limits, type, defaultValue: value };
  return <input {...input} />;
};
