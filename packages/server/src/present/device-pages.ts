import { endpoints, limits } from '@patchbay/contract';
import type { ApiError } from '../errors.ts';
import type { WaitingDevice } from '../store/rows/sign-in-flows.ts';
import { type Html, html, pageFrame } from './html.ts';

const { reviewDevice, approveDevice, denyDevice } = endpoints;

/** Where a person types the code. It is never part of a link, which somebody else could have sent. */
export const enterCodePage = (prefix: string): string =>
  pageFrame(
    prefix,
    'Sign in a program',
    html`<form method="post" action="${prefix}${reviewDevice.path}">
        <label for="code">Code that the program shows</label>
        <input
          id="code"
          name="user_code"
          required
          maxlength="40"
          autocomplete="off"
          autocapitalize="characters"
          spellcheck="false"
          placeholder="BCDF-GHJK"
        />
        <button>Continue</button>
      </form>
      <p class="warning">
        Only enter a code that you read from a program which you started yourself. If somebody sent you the
        code, do not enter it: they would get access to your account.
      </p>`,
  );

/** How a person can approve. */
interface Ways {
  password: boolean;
  /** What users call the external provider. */
  provider: string | undefined;
  passkey: boolean;
  refused?: Refused | undefined;
}

/** An approval by password that was refused. */
export interface Refused {
  email: string;
  error: Pick<ApiError, 'sentence' | 'details'>;
}

/** What a person sees before approving. The program chose its name; nothing proves it. */
export const reviewPage = (
  prefix: string,
  userCode: string,
  { clientId, network }: WaitingDevice,
  { password, provider, passkey, refused }: Ways,
): string =>
  pageFrame(
    prefix,
    'Is this your program?',
    html`<dl>
        <dt>Code</dt>
        <dd class="code">${userCode}</dd>
        <dt>It calls itself</dt>
        <dd>${clientId}</dd>
        <dt>It asked from</dt>
        <dd>${network}</dd>
      </dl>
      <p>
        Once approved, the program may do everything that your account may: publish, change and delete, and
        manage members and tokens. It stays signed in until it signs out, is not used for
        ${String(limits.sessionIdleDays)} days, or you change your password or end its session, and at most
        ${String(limits.sessionDaysMax)} days.
      </p>
      <p class="warning">
        Approve only if the program shows this code now, and you started it. The address should be your own.
      </p>
      ${provider === undefined ? [] : withProvider(prefix, userCode, provider)}
      ${passkey ? withPasskey(prefix, userCode) : []}
      ${password ? withPassword(prefix, userCode, refused) : []}
      <form method="post" action="${prefix}${denyDevice.path}">
        <input type="hidden" name="user_code" value="${userCode}" />
        <button class="quiet">Deny</button>
      </form>`,
  );

/** A form of the site, which can bind the sign-in to this browser. */
const withProvider = (prefix: string, userCode: string, provider: string): Html =>
  html`<form method="post" action="${prefix}/device/provider">
    <input type="hidden" name="user_code" value="${userCode}" />
    <button>Approve with ${provider}</button>
  </form>`;

/** A form of the site, whose page may run the script that a passkey needs. */
const withPasskey = (prefix: string, userCode: string): Html =>
  html`<form method="post" action="${prefix}/device/passkey">
    <input type="hidden" name="user_code" value="${userCode}" />
    <button>Approve with a passkey</button>
  </form>`;

const withPassword = (prefix: string, userCode: string, refused: Refused | undefined): Html => {
  const isOfCode = refused?.error.details?.some(({ path }) => path === '/code') === true;
  const fault =
    refused === undefined ? [] : html`<p class="wrong" id="fault" role="alert">${refused.error.sentence}</p>`;
  const marks = refused === undefined ? [] : html`aria-invalid="true" aria-describedby="fault" autofocus`;
  return html`<form method="post" action="${prefix}${approveDevice.path}">
    <input type="hidden" name="user_code" value="${userCode}" />
    <label for="email">E-mail address</label>
    <input
      id="email"
      name="email"
      type="email"
      required
      maxlength="320"
      autocomplete="username"
      value="${refused?.email ?? ''}"
    />
    <label for="password">Password</label>
    <input
      id="password"
      name="password"
      type="password"
      required
      maxlength="128"
      autocomplete="current-password"
      ${isOfCode ? [] : marks}
    />
    ${isOfCode ? [] : fault}
    <label for="factor"
      >Code of your authenticator app, or a recovery code, if your account has a second factor</label
    >
    <input
      id="factor"
      name="code"
      maxlength="40"
      autocomplete="one-time-code"
      autocapitalize="characters"
      spellcheck="false"
      ${isOfCode ? marks : []}
    />
    ${isOfCode ? fault : []}
    <button>Approve</button>
  </form>`;
};

export const approvedPage = (prefix: string, clientId: string): string =>
  pageFrame(
    prefix,
    'Approved',
    html`<p>“${clientId}” signs in now. You can close this page and return to it.</p>
      <p>If this was a mistake, end the session under Account → Security, and change your password.</p>`,
  );

export const deniedPage = (prefix: string): string =>
  pageFrame(prefix, 'Denied', html`<p>The program does not get access. You can close this page.</p>`);
