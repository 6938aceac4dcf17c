import { type ComponentChildren, createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { FormState } from '../forms/form-state.ts';
import { useHref, useVisit } from '../visit.ts';
import { Alert } from './alert.tsx';

interface FormInPage {
  /** Part of the ids of its fields. */
  id: string;
  state: FormState | undefined;
}

/** The form around a field. */
export const FormContext = createContext<FormInPage>({ id: '', state: undefined });

/** The last change of the log that a moderator saw with the page. */
export const SeenContext = createContext<number | undefined>(undefined);

interface FormProps {
  /** The value of the button that sends it. */
  name: string;
  /** Which one, where a page has several of the same name: the value of its field `which`. */
  which?: string | undefined;
  /** What was sent, if a form of the page was refused. */
  state: FormState | undefined;
  /** What its fields held when it was opened, where others can change the same. */
  opened?: string;
  /** What it is called, where a page has several. */
  label?: string;
  children: ComponentChildren;
  isInline?: boolean;
}

/** A form that is sent to the address of its page. */
export const Form = ({ name, which, state, opened, label, children, isInline = false }: FormProps) => {
  const { address, formToken } = useVisit();
  const href = useHref();
  const seen = useContext(SeenContext);
  const isRefused = state?.name === name && (which === undefined || state.sent.get('which') === which);
  const own = isRefused ? state : undefined;
  return (
    <FormContext.Provider value={{ id: which === undefined ? name : `${name}-${which}`, state: own }}>
      <form class={isInline ? 'inline' : 'form'} method="post" action={href(address)} aria-label={label}>
        <input type="hidden" name="form_token" value={formToken} />
        {which !== undefined && <input type="hidden" name="which" value={which} />}
        {opened !== undefined && (
          <input type="hidden" name="opened" value={own?.sent.get('opened') ?? opened} />
        )}
        {seen !== undefined && <input type="hidden" name="seen" value={seen} />}
        {own !== undefined && own.message !== '' && <Alert>{own.message}</Alert>}
        {children}
      </form>
    </FormContext.Provider>
  );
};
