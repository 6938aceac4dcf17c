import {
  type PasskeyCreation,
  type EnrolTotpReply,
  type NewCredential,
  addPasskey,
  confirmTotp,
  endOtherSessions,
  endSession,
  enrolTotp,
  getSecondFactor,
  listPasskeys,
  listSessions,
  removePasskey,
  removeTotp,
  renewRecoveryCodes,
  startPasskey,
} from '@patchbay/client';
import { canHavePasskeys } from '@patchbay/contract';
import { AccountNav } from '../../components/account-nav.tsx';
import { DoneNote } from '../../components/done-note.tsx';
import type { FormState } from '../../forms/form-state.ts';
import { credentialOf, refusePasskey } from '../../forms/credential-of.ts';
import { type FormAction, formsOf } from '../../forms/forms-of.ts';
import { textOf } from '../../forms/text-of.ts';
import { type View, page } from '../../page.ts';
import type { Visit } from '../../site.ts';
import { Passkeys } from './passkeys.tsx';
import { RecoveryCodes, SecondFactorView } from './second-factor.tsx';
import { Sessions } from './sessions.tsx';

const path = '/account/security';

/** What is shown once, by the page after the form. */
interface Once {
  enrolment?: EnrolTotpReply;
  recoveryCodes?: readonly string[];
  passkey?: PasskeyCreation;
}

const view = async ({ client, publicUrl }: Visit, state?: FormState, once: Once = {}): Promise<View> => {
  const [{ sessions }, factor, { passkeys }] = await Promise.all([
    listSessions(client),
    getSecondFactor(client),
    listPasskeys(client),
  ]);
  return {
    title: 'Security',
    body: (
      <>
        <AccountNav />
        <section>
          <h1>Security</h1>
          <DoneNote />
          {once.recoveryCodes !== undefined && <RecoveryCodes codes={once.recoveryCodes} />}
        </section>
        <SecondFactorView
          factor={factor}
          hasPasskey={passkeys.length > 0}
          enrolment={once.enrolment ?? enrolmentOf(state)}
          state={state}
        />
        <Passkeys
          passkeys={passkeys}
          canBeAdded={canHavePasskeys(publicUrl)}
          isRequired={factor.passkey_required === true}
          options={once.passkey}
          state={state}
        />
        <Sessions sessions={sessions} state={state} />
      </>
    ),
  };
};

/** A wrong code leads to the same QR code again, which only its form still has. */
const enrolmentOf = (state: FormState | undefined): EnrolTotpReply | undefined =>
  state?.name === 'confirm' ? { secret: sentOf(state, 'secret'), uri: sentOf(state, 'uri') } : undefined;

/** More than a QR code of ours has. */
const charsMax = 500;

const sentOf = ({ sent }: FormState, name: string): string => (sent.get(name) ?? '').slice(0, charsMax);

const show = (visit: Visit, state?: FormState): Promise<View> => view(visit, state);

/** The second factor of the account, and where it is signed in. */
export const securityPage = page({ path, audience: 'person', show });

const withNewCodes: FormAction = async (visit) => {
  const { recovery_codes: recoveryCodes } = await renewRecoveryCodes(visit.client);
  return view(visit, undefined, { recoveryCodes });
};

export const securityForms = formsOf(path, show, {
  enrol: async (visit) => view(visit, undefined, { enrolment: await enrolTotp(visit.client) }),
  confirm: async (visit, fields) => {
    const { recovery_codes: recoveryCodes } = await confirmTotp(visit.client, {
      body: { code: textOf(fields, 'code') },
    });
    return view(visit, undefined, { recoveryCodes });
  },
  renew: withNewCodes,
  remove: async ({ client }) => {
    await removeTotp(client);
    return { redirect: `${path}?done=factor-removed` };
  },
  'start-passkey': async (visit) => view(visit, undefined, { passkey: await startPasskey(visit.client) }),
  'add-passkey': async (visit, fields) => {
    const { client } = visit;
    const credential = credentialOf(fields) as NewCredential;
    const { recovery_codes: recoveryCodes } = await addPasskey(client, {
      body: { name: textOf(fields, 'name'), credential },
    }).catch(refusePasskey);
    return recoveryCodes === undefined
      ? { redirect: `${path}?done=passkey-added` }
      : view(visit, undefined, { recoveryCodes });
  },
  'remove-passkey': async ({ client }, fields) => {
    await removePasskey(client, { passkeyId: fields.get('which') ?? '' });
    return { redirect: `${path}?done=passkey-removed` };
  },
  'end-session': async ({ client }, fields) => {
    await endSession(client, { sessionId: fields.get('which') ?? '' });
    return { redirect: `${path}?done=session-ended` };
  },
  'end-others': async ({ client }) => {
    await endOtherSessions(client);
    return { redirect: `${path}?done=others-ended` };
  },
});
