import { type View, form } from '../page.ts';
import type { FormEffects, FormRoute, Visit } from '../site.ts';
import { FormRefusal } from './form-refusal.ts';
import { type FormState, refusedForm } from './form-state.ts';
import { afterStepUp } from './step-up.tsx';

type Shown = (View | { redirect: string }) & FormEffects;

/** What a form does, and what follows. */
export type FormAction = (visit: Visit, fields: URLSearchParams) => Promise<Shown>;

/**
 * The forms of a page, each under the value of the button that sends it. They are sent to the page's own address, so
 * that a visitor who has to sign in first comes back to it. A refused one is shown again, with the reason. Where a
 * recent sign-in is needed, the visitor is asked for it and the same form goes on.
 */
export const formsOf = (
  path: string,
  show: (visit: Visit, state?: FormState) => Promise<Shown>,
  actions: Readonly<Record<string, FormAction>>,
): FormRoute => {
  const byName = new Map(Object.entries(actions));
  const refuse = async (visit: Visit, fields: URLSearchParams, error: unknown): Promise<Shown> => {
    const state = refusedForm(fields, error);
    return { ...(await show(visit, state)), status: state.status, refusal: state };
  };
  return form({
    path,
    send: async (visit, fields) => {
      const action = byName.get(fields.get('do') ?? '');
      if (action === undefined) return { ...(await show(visit)), status: 400 };
      return afterStepUp(visit, fields, () => action(visit, fields)).catch((error: unknown) =>
        refuse(visit, fields, error),
      );
    },
    again: (visit, fields) => refuse(visit, fields, new FormRefusal({}, staleForm, 403)),
  });
};

export const staleForm =
  'Nothing was changed: somebody signed in or out since this form was opened, or this browser keeps no cookies. Look at it, and send it once more.';
