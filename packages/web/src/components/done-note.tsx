import { useVisit } from '../visit.ts';

/** What a form did, by the word that the address of the next page has for it. */
const notes = {
  saved: 'Saved.',
  'password-only-here': 'Your password is changed, and all other sessions are over.',
  password: 'Your password is changed, and all sessions are over. Sign in with the new one.',
  sent: 'The message is on its way, if there is an account that it is for.',
  'sign-up-sent': 'A message is on its way. Follow its link within a day to finish the account.',
  'address-requested': 'Two messages are on their way. Follow the links in both.',
  'address-verified': 'The address is verified.',
  'address-waiting': 'Agreed. Now follow the link in the other message.',
  'address-changed': 'The account has its new address.',
  'address-created': 'The account is made.',
  linked: 'You can sign in with the provider from now on.',
  unlinked: 'The provider is unlinked, and all other sessions are over.',
  invited: 'The invitation waits for its answer.',
  'invitation-revoked': 'The invitation is revoked.',
  joined: 'You are a member now.',
  declined: 'The invitation is declined.',
  'factor-removed': 'The authenticator app and its recovery codes are removed.',
  'passkey-added': 'The passkey is added.',
  'passkey-removed': 'The passkey is removed, and all other sessions are over.',
  'session-ended': 'The session is over.',
  'others-ended': 'All other sessions are over.',
  removed: 'The member is removed.',
  revoked: 'The token is revoked.',
  leaked: 'If the token was valid, it is revoked, and its owners are told.',
  trusted: 'The CI can publish from now on.',
  distrusted: 'The CI can no longer publish.',
  'trusted-only': 'Only trusted CI jobs can publish it from now on.',
  'tokens-again': 'Tokens can publish it again.',
  deprecated: 'The version is deprecated.',
  undeprecated: 'The version is no longer deprecated.',
  renamed: 'The node has its new id. The former one still leads to it.',
  deleted: 'It is deleted.',
  restored: 'The node is back.',
  tested: 'The test was sent. The answer is in the list.',
  replayed: 'The event is sent again.',
  answered: 'The answer is sent.',
  decided: 'Done.',
  'account-deleted': 'Your account is deleted.',
  proposed: 'It waits here until another moderator approves it. Nothing has changed yet.',
  approved: 'The proposal is carried out.',
  rejected: 'The proposal is over. Nothing has changed.',
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
