import { useVisit } from '../visit.ts';

/** What a form did, by the word that the address of the next page has for it. */
const notes = {
  saved: 'Saved.',
  password: 'Your password is changed.',
  'password-only-here': 'Your password is changed, and all other sessions are over.',
  linked: 'You can sign in with the provider from now on.',
  unlinked: 'The provider is unlinked, and all other sessions are over.',
  member: 'The member is added.',
  removed: 'The member is removed.',
  revoked: 'The token is revoked.',
  deprecated: 'The version is deprecated.',
  undeprecated: 'The version is no longer deprecated.',
  renamed: 'The node has its new id. The one before it leads on.',
  deleted: 'It is deleted.',
  restored: 'The node is back.',
  tested: 'The test was sent. The answer is in the list.',
  replayed: 'The event is sent again.',
  reported: 'The report is sent. The answer will be here.',
} as const;

export type Done = keyof typeof notes;

/** Says what the form before this page did, once: not when the page is loaded again or its address is shared. */
export const DoneNote = () => {
  const { done, query } = useVisit();
  if (done === undefined || done !== query.get('done') || !Object.hasOwn(notes, done)) return null;
  return (
    <p class="tag good" role="status">
      {notes[done as Done]}
    </p>
  );
};
