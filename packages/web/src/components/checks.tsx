import type { ComponentChildren } from 'preact';
import { useContext } from 'preact/hooks';
import { FormContext } from './form.tsx';

interface ChecksProps {
  name: string;
  label: ComponentChildren;
  options: readonly (readonly [value: string, label: string])[];
  /** Those that are ticked until something else was sent. */
  chosen?: readonly string[];
}

/** Boxes of a form of which any number can be ticked. */
export const Checks = ({ name, label, options, chosen = [] }: ChecksProps) => {
  const { id: form, state } = useContext(FormContext);
  const ticked = state === undefined ? chosen : state.sent.getAll(name);
  const fault = state?.faults.get(name);
  const id = `${form}-${name}`;
  return (
    <fieldset class="field" aria-describedby={fault === undefined ? undefined : `${id}-fault`}>
      <legend>{label}</legend>
      {options.map(([value, text]) => (
        <label key={value} class="check">
          <input type="checkbox" name={name} value={value} checked={ticked.includes(value)} /> {text}
        </label>
      ))}
      {fault !== undefined && (
        <p class="wrong" id={`${id}-fault`}>
          {fault}
        </p>
      )}
    </fieldset>
  );
};
