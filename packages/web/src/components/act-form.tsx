import type { ComponentChildren } from 'preact';
import { useHref, useVisit } from '../visit.ts';

interface ActFormProps {
  /** The name of the act, of those that the form of this page knows. */
  act: string;
  /** What it is for, where a page has several. */
  label?: string;
  children: ComponentChildren;
}

/** A form that acts on what its page shows. */
export const ActForm = ({ act, label, children }: ActFormProps) => {
  const { address, formToken } = useVisit();
  return (
    <form class="form" method="post" action={useHref()(address)} aria-label={label}>
      <input type="hidden" name="form_token" value={formToken} />
      <input type="hidden" name="act" value={act} />
      {children}
    </form>
  );
};
