import { RegistryError, listReviewQueue } from '@patchbay/client';
import type { VNode } from 'preact';
import { ModerateNav } from '../../components/moderate-nav.tsx';
import { type View, form, page } from '../../page.ts';
import type { FormRoute, PageRoute, Visit } from '../../site.ts';

/** What a form sent and why it was refused, for the page that shows it again. */
export interface Failed {
  readonly problem: string;
  readonly fields: URLSearchParams;
}

/** Something that the form of a page does. What it refuses itself is a text. */
export type Act = (visit: Visit, fields: URLSearchParams) => Promise<unknown>;

interface Moderation {
  path: string;
  show: (
    visit: Visit,
    failed: Failed | undefined,
  ) => Promise<{ title: string; body: VNode } | { redirect: string }>;
  acts?: Readonly<Record<string, Act>>;
}

/** A page for moderators with the form of all that can be done there. Everybody else gets the registry's refusal. */
export const moderation = ({ path, show, acts = {} }: Moderation): { page: PageRoute; form: FormRoute } => {
  const view = async (visit: Visit, failed?: Failed): Promise<View | { redirect: string }> => {
    // Before anything else, since it is what the registry shows to moderators alone.
    const { total } = await listReviewQueue(visit.client, { limit: 1 });
    const shown = await show(visit, failed);
    if ('redirect' in shown) return shown;
    const { title, body } = shown;
    return {
      title,
      ...(failed === undefined ? {} : { status: 422 }),
      body: (
        <>
          <ModerateNav waiting={total} />
          {failed !== undefined && (
            <p class="wrong" role="alert">
              {failed.problem}
            </p>
          )}
          {body}
        </>
      ),
    };
  };
  return {
    page: page({ path, audience: 'person', show: (visit) => view(visit) }),
    form: form({
      path,
      send: async (visit, fields) => {
        const act = acts[fields.get('act') ?? ''];
        if (act === undefined)
          return view(visit, { problem: 'This page has no such form. Open it again.', fields });
        try {
          await act(visit, fields);
        } catch (error) {
          const isRefusal =
            error instanceof FormError || (error instanceof RegistryError && error.status < 500);
          if (!isRefusal || (error as RegistryError).status === 401) throw error;
          return view(visit, { problem: error.message, fields });
        }
        return { redirect: visit.address };
      },
    }),
  };
};

/** What a form lacks, in a sentence. */
export class FormError extends Error {}

/** The reason that a form must give. */
export const reasonIn = (fields: URLSearchParams): string => {
  const reason = fields.get('reason')?.trim();
  if (reason === undefined || reason === '')
    throw new FormError('Give a reason. It is kept in the log of changes.');
  return reason;
};

/** Throws unless what cannot be undone was confirmed. */
export const requireConfirmed = (fields: URLSearchParams, name: string): void => {
  if (fields.get('confirm')?.trim() !== name)
    throw new FormError(`Type ${name} to confirm. Nothing was changed.`);
};
