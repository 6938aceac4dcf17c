import { isProposal, listReviewQueue } from '@patchbay/client';
import type { VNode } from 'preact';
import { DoneNote } from '../../components/done-note.tsx';
import { SeenContext } from '../../components/form.tsx';
import { ModerateNav } from '../../components/moderate-nav.tsx';
import { FormRefusal } from '../../forms/form-refusal.ts';
import type { FormState } from '../../forms/form-state.ts';
import { formsOf } from '../../forms/forms-of.ts';
import { samePage } from '../../forms/same-page.ts';
import { textOf } from '../../forms/text-of.ts';
import { type View, page } from '../../page.ts';
import type { FormRoute, PageRoute, Visit } from '../../site.ts';
import { lastChange, requireSeen } from './require-seen.ts';

/** Something that a form of the page does. It may return where to go on; by default its page follows again. */
export type Act = (visit: Visit, fields: URLSearchParams) => Promise<unknown>;

interface Moderation {
  path: string;
  show: (
    visit: Visit,
    state: FormState | undefined,
  ) => Promise<{ title: string; body: VNode } | { redirect: string }>;
  acts?: Readonly<Record<string, Act>>;
  /** What they are about, as the log names it; undefined if nobody else can have decided about it. */
  subject?: (visit: Visit, fields: URLSearchParams) => Promise<string | undefined> | string;
}

/** A page for moderators with the form of all that can be done there. Everybody else gets the registry's refusal. */
export const moderation = ({
  path,
  show,
  acts = {},
  subject,
}: Moderation): { page: PageRoute; form: FormRoute } => {
  const view = async (visit: Visit, state?: FormState): Promise<View | { redirect: string }> => {
    // Before anything else, since it is what the registry shows to moderators alone.
    const [{ total }, seen] = await Promise.all([
      listReviewQueue(visit.client, { limit: 1 }),
      lastChange(visit.client),
    ]);
    const shown = await show(visit, state);
    if ('redirect' in shown) return shown;
    const { title, body } = shown;
    return {
      title,
      body: (
        <SeenContext.Provider value={seen}>
          <ModerateNav waiting={total} />
          <DoneNote />
          {body}
        </SeenContext.Provider>
      ),
    };
  };
  const actions = Object.entries(acts).map(([name, act]) => [
    name,
    async (visit: Visit, fields: URLSearchParams) => {
      await requireSeen(visit.client, await subject?.(visit, fields), fields.get('seen'));
      const done = await act(visit, fields);
      if (isRedirect(done)) return done;
      if (isProposal(done)) return { redirect: '/moderate/proposals?done=proposed' };
      return samePage(visit, 'decided');
    },
  ]);
  return {
    page: page({ path, audience: 'person', show: (visit) => view(visit) }),
    form: formsOf(path, view, Object.fromEntries(actions)),
  };
};

const isRedirect = (done: unknown): done is { redirect: string } =>
  typeof done === 'object' && done !== null && 'redirect' in done;

/** The reason that a form must give. */
export const reasonIn = (fields: URLSearchParams): string => {
  const reason = textOf(fields, 'reason');
  if (reason === '') throw new FormRefusal({ reason: 'Give a reason. It is kept in the log of changes.' });
  return reason;
};
