import { RegistryError } from '@patchbay/client';
import type { VNode } from 'preact';
import type { FormState } from './forms/form-state.ts';
import { openFields } from './forms/kept-fields.tsx';
import { signedOutView } from './forms/signed-out-view.tsx';
import { isClientError } from './is-client-error.ts';
import { renderPage } from './render-page.tsx';
import { refusedView } from './refused-view.tsx';
import type { FormEffects, FormRoute, PageAnswer, PageRoute, TakePackage, Visit } from './site.ts';

/** What a page shows. */
export interface View {
  title: string;
  /** For search engines and the cards of chat programs, at most 200 characters. */
  description?: string;
  /** The path of a picture for those cards, of 1200 × 630. */
  picture?: string;
  /** The path of an Atom feed with what changes on it. */
  feed?: string;
  status?: number;
  body: VNode;
  /** A form that was refused, which the page tells of if the form itself does not. */
  refusal?: FormState;
  /** Whether search engines may list it; pages for anyone are listed unless they say otherwise. */
  isIndexed?: boolean;
  /** The address under which search engines know it; its own without a query by default. */
  canonical?: string;
  /** The page of another site to which the browser goes on by itself. */
  leaveTo?: string;
}

interface Redirect {
  redirect: string;
}

type PageDefinition = Omit<PageRoute, 'answer'> & {
  show: (visit: Visit) => Promise<(View | Redirect) & FormEffects>;
};

interface FormDefinition extends Omit<FormRoute, 'answer' | 'again'> {
  /** What follows: another page, or the same with what was wrong. */
  send: (
    visit: Visit,
    fields: URLSearchParams,
    takePackage: TakePackage,
  ) => Promise<(View | Redirect) & FormEffects>;
  /** The page with the form as it was sent, of which nothing is done. */
  again?: (visit: Visit, fields: URLSearchParams) => Promise<(View | Redirect) & FormEffects>;
}

/** A page, as its address and a function from a request to what it shows. */
export const page = ({ show, ...route }: PageDefinition): PageRoute => ({
  ...route,
  answer: (visit) => present(visit, route.audience, () => show(visit)),
});

/** The form of a page, which works without scripts. */
export const form = ({ send, again, ...route }: FormDefinition): FormRoute => ({
  ...route,
  answer: async (visit, fields, takePackage) => {
    await visit.turn();
    return present(visit, 'person', () => send(visit, fields, takePackage), fields);
  },
  ...(again !== undefined && {
    again: async (visit, fields) => {
      await visit.turn();
      return present(visit, 'person', () => again(visit, fields), fields);
    },
  }),
});

const present = async <Shown extends View | Redirect>(
  visit: Visit,
  audience: PageRoute['audience'],
  show: () => Promise<Shown>,
  fields?: URLSearchParams,
): Promise<PageAnswer & FormEffects> => {
  const shown = await show().catch((error: unknown) => refused(visit, error, fields));
  const { session, flow, theme } = shown as FormEffects;
  const effects = {
    ...(session !== undefined && { session }),
    ...(flow !== undefined && { flow }),
    ...(theme !== undefined && { theme }),
  };
  if ('redirect' in shown) return { redirect: shown.redirect, ...effects };
  await visit.turn();
  return { ...renderPage(visit, audience, shown), ...effects };
};

/**
 * A visitor who is not signed in is sent to do so, and the cookie of a session that is over goes; what they wrote is kept.
 * Every other refusal is a page that says what the registry said.
 */
const refused = async (
  visit: Visit,
  error: unknown,
  fields = new URLSearchParams(),
): Promise<(View | Redirect) & FormEffects> => {
  if (!isClientError(error)) throw error;
  if (error instanceof RegistryError && error.status === 401) {
    return openFields(fields).length > 0
      ? { ...signedOutView(fields), session: null }
      : { redirect: `/sign-in?to=${encodeURIComponent(visit.address)}`, session: null };
  }
  return refusedView(visit, error, fields);
};
