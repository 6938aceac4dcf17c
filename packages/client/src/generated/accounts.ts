// Generated from the contract by `npm run generate`. Do not edit.
import type { Client } from '../client.ts';
import { readArray, readText, readNothing } from '../read-reply.ts';
import { request } from '../request.ts';
import type { RequestOptions } from '../send.ts';
import type {
  Identity,
  Invitation,
  AccountEvent,
  BuiltBy,
  Report,
  Session,
  SecondFactor,
  Passkey,
  PasskeyCreation,
  PasskeyRequest,
  NewCredential,
  ProvedCredential,
} from './resources.ts';

export interface SignUpArgs {
  readonly body: {
    readonly name: string;
    readonly email: string;
    /** Refused if it contains the e-mail address or the name of the account, or is among those that are guessed first */
    readonly password: string;
  };
}

export interface SignUpReply {
  readonly token?: string;
  readonly user?: {
    readonly id: string;
    readonly name: string;
    readonly email: string;
    /** When the user signed up */
    readonly createdAt: string;
  };
  /** A message with a link was sent to the address */
  readonly verification?: 'sent';
}

/** Sign up with an e-mail address and a password: `POST /auth/sign-up/email`. */
export const signUp = (client: Client, args: SignUpArgs, options?: RequestOptions): Promise<SignUpReply> =>
  request(client, 'POST', '/auth/sign-up/email', args, options);

export interface SignInArgs {
  readonly body: {
    readonly email: string;
    readonly password: string;
  };
}

export interface SignInReply {
  /** With `second_factor`, one that can only complete the sign-in, within some minutes */
  readonly token: string;
  /** True if the account has a second factor: `POST /auth/sign-in/second-factor` takes the token and a code or a passkey */
  readonly second_factor?: boolean;
  /** With `second_factor`: whether the account has a passkey, which can be it */
  readonly passkey?: boolean;
  readonly user: {
    readonly id: string;
    readonly name: string;
    readonly email: string;
    /** When the user signed up */
    readonly createdAt: string;
  };
}

/** Sign in with an e-mail address and a password: `POST /auth/sign-in/email`. */
export const signIn = (client: Client, args: SignInArgs, options?: RequestOptions): Promise<SignInReply> =>
  request(client, 'POST', '/auth/sign-in/email', args, options);

export interface GetSignInMethodsArgs {}

export interface GetSignInMethodsReply {
  /** Whether an e-mail address and a password sign in */
  readonly password: boolean;
  /** Whether strangers may sign up with a password */
  readonly sign_up: boolean;
  /** The external provider (OpenID Connect), where there is one */
  readonly provider?: {
    /** What users call it */
    readonly name: string;
    readonly issuer: string;
  };
}

/** How users sign in here: `GET /auth/methods`. */
export const getSignInMethods = (
  client: Client,
  args: GetSignInMethodsArgs = {},
  options?: RequestOptions,
): Promise<GetSignInMethodsReply> => request(client, 'GET', '/auth/methods', args, options);

export interface BeginExternalSignInArgs {
  readonly body: {
    /** `sign-in` begins a session; `device` approves the device of `user_code`; `link` links the identity at the provider to the account of the bearer token, which needs a recent sign-in */
    readonly purpose: 'sign-in' | 'device' | 'link';
    readonly user_code?: string | undefined;
  };
}

export interface BeginExternalSignInReply {
  /** A page of the provider. It sends the browser to `/sign-in/callback` of this registry */
  readonly authorization_url: string;
  /** The secret of this sign-in, for the browser that began it alone */
  readonly flow: string;
  /** Seconds until the sign-in must be complete */
  readonly expires_in: number;
}

/** Begin a sign-in with the external provider: `POST /auth/external/begin`. */
export const beginExternalSignIn = (
  client: Client,
  args: BeginExternalSignInArgs,
  options?: RequestOptions,
): Promise<BeginExternalSignInReply> => request(client, 'POST', '/auth/external/begin', args, options);

export interface CompleteExternalSignInArgs {
  readonly body: {
    /** As it was when the sign-in began */
    readonly flow: string;
    /** The query of the address to which the provider sent the browser */
    readonly query: string;
  };
}

export interface CompleteExternalSignInReply {
  readonly purpose: 'sign-in' | 'device' | 'link';
  readonly user: {
    readonly id: string;
    readonly name: string;
    readonly email: string;
    /** When the user signed up */
    readonly createdAt: string;
  };
  /** The session token, for use as a bearer token, with `sign-in`; with `second_factor`, one that can only complete what it was for, within some minutes */
  readonly token?: string;
  /** True if the account has a second factor: `POST /auth/sign-in/second-factor` takes the token and a code or a passkey */
  readonly second_factor?: boolean;
  /** With `second_factor`: whether the account has a passkey, which can be it */
  readonly passkey?: boolean;
  /** What the approved device calls itself; with `device` */
  readonly program?: string;
}

/** Complete a sign-in with the external provider, once: `POST /auth/external/complete`. */
export const completeExternalSignIn = (
  client: Client,
  args: CompleteExternalSignInArgs,
  options?: RequestOptions,
): Promise<CompleteExternalSignInReply> => request(client, 'POST', '/auth/external/complete', args, options);

export interface CompleteSignInArgs {
  readonly body: {
    /** The one that the sign-in was answered with */
    readonly token: string;
    /** Six digits of the authenticator app, or a recovery code; each is used once */
    readonly code?: string | undefined;
    readonly credential?: ProvedCredential | undefined;
  };
}

export interface CompleteSignInReply {
  /** The session token, for use as a bearer token, unless it was for a device */
  readonly token?: string;
  /** What the approved device calls itself, if it was for one */
  readonly program?: string;
  readonly user: {
    readonly id: string;
    readonly name: string;
    readonly email: string;
    /** When the user signed up */
    readonly createdAt: string;
  };
}

/** Complete a sign-in to an account that has a second factor, by a code or a passkey: `POST /auth/sign-in/second-factor`. */
export const completeSignIn = (
  client: Client,
  args: CompleteSignInArgs,
  options?: RequestOptions,
): Promise<CompleteSignInReply> => request(client, 'POST', '/auth/sign-in/second-factor', args, options);

export interface StartPasskeySignInArgs {}

/** What a browser needs to prove a passkey, for a sign-in or a step-up: `POST /auth/sign-in/passkey/options`. */
export const startPasskeySignIn = (
  client: Client,
  args: StartPasskeySignInArgs = {},
  options?: RequestOptions,
): Promise<PasskeyRequest> => request(client, 'POST', '/auth/sign-in/passkey/options', args, options, true);

export interface SignInWithPasskeyArgs {
  readonly body: {
    readonly credential: ProvedCredential;
    readonly user_code?: string | undefined;
  };
}

export interface SignInWithPasskeyReply {
  /** The session token, for use as a bearer token, without `user_code` */
  readonly token?: string;
  /** What the approved device calls itself, with `user_code` */
  readonly program?: string;
  readonly user: {
    readonly id: string;
    readonly name: string;
    readonly email: string;
    /** When the user signed up */
    readonly createdAt: string;
  };
}

/** Sign in with a passkey, which needs neither password nor code, or let a device sign in: `POST /auth/sign-in/passkey`. */
export const signInWithPasskey = (
  client: Client,
  args: SignInWithPasskeyArgs,
  options?: RequestOptions,
): Promise<SignInWithPasskeyReply> => request(client, 'POST', '/auth/sign-in/passkey', args, options);

export interface SignOutArgs {}

export interface SignOutReply {
  readonly success: boolean;
}

/** End the session of the Bearer: `POST /auth/sign-out`. */
export const signOut = (
  client: Client,
  args: SignOutArgs = {},
  options?: RequestOptions,
): Promise<SignOutReply> => request(client, 'POST', '/auth/sign-out', args, options);

export interface GetSessionArgs {}

export interface GetSessionReply {
  readonly session: {
    readonly id: string;
    /** When it began */
    readonly createdAt: string;
    /** When it expires unless it is used */
    readonly expiresAt: string;
  };
  readonly user: {
    readonly id: string;
    readonly name: string;
    readonly email: string;
    /** When the user signed up */
    readonly createdAt: string;
  };
}

/** The session of the bearer token: `GET /auth/get-session`. */
export const getSession = (
  client: Client,
  args: GetSessionArgs = {},
  options?: RequestOptions,
): Promise<GetSessionReply> => request(client, 'GET', '/auth/get-session', args, options);

export interface StepUpArgs {
  readonly body: {
    readonly password?: string | undefined;
    /** Six digits of the authenticator app, or a recovery code; each is used once */
    readonly code?: string | undefined;
    readonly credential?: ProvedCredential | undefined;
  };
}

export interface StepUpReply {
  /** Until when the session may do what cannot be undone */
  readonly recent_until: string;
}

/** Prove again who you are, for what needs a recent sign-in: by a passkey, the code of a second factor, or without either by the password: `POST /auth/step-up`. */
export const stepUp = (client: Client, args: StepUpArgs, options?: RequestOptions): Promise<StepUpReply> =>
  request(client, 'POST', '/auth/step-up', args, options, true);

export interface ChangePasswordArgs {
  readonly body: {
    readonly currentPassword: string;
    /** Refused if it contains the e-mail address or the name of the account, or is among those that are guessed first */
    readonly newPassword: string;
    /** Whether the session that asks goes on under a new token, too */
    readonly revokeOtherSessions?: boolean | undefined;
  };
}

export interface ChangePasswordReply {
  readonly token?: string;
  readonly user: {
    readonly id: string;
    readonly name: string;
    readonly email: string;
    /** When the user signed up */
    readonly createdAt: string;
  };
}

/** Change the password and end all other sessions: `POST /auth/change-password`. */
export const changePassword = (
  client: Client,
  args: ChangePasswordArgs,
  options?: RequestOptions,
): Promise<ChangePasswordReply> => request(client, 'POST', '/auth/change-password', args, options);

export interface RequestPasswordResetArgs {
  readonly body: {
    readonly email: string;
  };
}

export interface RequestPasswordResetReply {
  readonly success: boolean;
}

/** Request a message with a link to set a new password: `POST /auth/request-password-reset`. */
export const requestPasswordReset = (
  client: Client,
  args: RequestPasswordResetArgs,
  options?: RequestOptions,
): Promise<RequestPasswordResetReply> =>
  request(client, 'POST', '/auth/request-password-reset', args, options);

export interface ResetPasswordArgs {
  readonly body: {
    readonly token: string;
    /** Refused if it contains the e-mail address or the name of the account, or is among those that are guessed first */
    readonly newPassword: string;
  };
}

export interface ResetPasswordReply {
  readonly success: boolean;
}

/** Set a new password with the token of the link that was sent; ends all sessions: `POST /auth/reset-password`. */
export const resetPassword = (
  client: Client,
  args: ResetPasswordArgs,
  options?: RequestOptions,
): Promise<ResetPasswordReply> => request(client, 'POST', '/auth/reset-password', args, options);

export interface SendVerificationEmailArgs {
  readonly body: {
    readonly email: string;
  };
}

export interface SendVerificationEmailReply {
  readonly success: boolean;
}

/** Request a message with the link that verifies the address of an account: `POST /auth/send-verification-email`. */
export const sendVerificationEmail = (
  client: Client,
  args: SendVerificationEmailArgs,
  options?: RequestOptions,
): Promise<SendVerificationEmailReply> =>
  request(client, 'POST', '/auth/send-verification-email', args, options);

export interface VerifyEmailArgs {
  readonly body: {
    readonly token: string;
    readonly password?: string | undefined;
  };
}

export interface VerifyEmailReply {
  readonly status: 'verified' | 'created' | 'waiting' | 'changed';
  readonly token?: string;
  readonly user?: {
    readonly id: string;
    readonly name: string;
    readonly email: string;
    /** When the user signed up */
    readonly createdAt: string;
  };
}

/** Verify an address with the token of the link that was sent to it: `POST /auth/verify-email`. */
export const verifyEmail = (
  client: Client,
  args: VerifyEmailArgs,
  options?: RequestOptions,
): Promise<VerifyEmailReply> => request(client, 'POST', '/auth/verify-email', args, options);

export interface ChangeEmailArgs {
  readonly body: {
    readonly newEmail: string;
    readonly password?: string | undefined;
  };
}

export interface ChangeEmailReply {
  readonly success: boolean;
}

/** Request another address, which counts once the links sent to it and to the present one are followed: `POST /auth/change-email`. */
export const changeEmail = (
  client: Client,
  args: ChangeEmailArgs,
  options?: RequestOptions,
): Promise<ChangeEmailReply> => request(client, 'POST', '/auth/change-email', args, options);

export interface ListSessionsArgs {}

export interface ListSessionsReply {
  readonly sessions: readonly Session[];
}

/** List the sessions of the account: where it is signed in, and with what: `GET /users/sessions`. */
export const listSessions = (
  client: Client,
  args: ListSessionsArgs = {},
  options?: RequestOptions,
): Promise<ListSessionsReply> => request(client, 'GET', '/users/sessions', args, options);

export interface EndOtherSessionsArgs {}

/** End all sessions of the account but the one that asks: `DELETE /users/sessions`. */
export const endOtherSessions = (
  client: Client,
  args: EndOtherSessionsArgs = {},
  options?: RequestOptions,
): Promise<undefined> => request(client, 'DELETE', '/users/sessions', args, options, true, readNothing);

export interface EndSessionArgs {
  readonly sessionId: string;
}

/** End a session of the account: `DELETE /users/sessions/{sessionId}`. */
export const endSession = (
  client: Client,
  args: EndSessionArgs,
  options?: RequestOptions,
): Promise<undefined> =>
  request(client, 'DELETE', '/users/sessions/{sessionId}', args, options, true, readNothing);

export interface GetSecondFactorArgs {}

/** The second factor of the account, and whether it needs one: `GET /users/second-factor`. */
export const getSecondFactor = (
  client: Client,
  args: GetSecondFactorArgs = {},
  options?: RequestOptions,
): Promise<SecondFactor> => request(client, 'GET', '/users/second-factor', args, options);

export interface EnrolTotpArgs {}

export interface EnrolTotpReply {
  /** For apps without a camera, in Base32 */
  readonly secret: string;
  /** For a QR code: `otpauth://totp/…` */
  readonly uri: string;
}

/** Begin to use an authenticator app (RFC 6238); it counts once a code of it is confirmed: `POST /users/second-factor/totp`. */
export const enrolTotp = (
  client: Client,
  args: EnrolTotpArgs = {},
  options?: RequestOptions,
): Promise<EnrolTotpReply> => request(client, 'POST', '/users/second-factor/totp', args, options);

export interface RemoveTotpArgs {}

/** Remove the authenticator app and the recovery codes; all other sessions end: `DELETE /users/second-factor/totp`. */
export const removeTotp = (
  client: Client,
  args: RemoveTotpArgs = {},
  options?: RequestOptions,
): Promise<undefined> =>
  request(client, 'DELETE', '/users/second-factor/totp', args, options, true, readNothing);

export interface ConfirmTotpArgs {
  readonly body: {
    /** Six digits of the authenticator app, or a recovery code; each is used once */
    readonly code: string;
  };
}

export interface ConfirmTotpReply {
  /** Each takes the place of the authenticator app or the passkey once; they are shown this once */
  readonly recovery_codes: readonly string[];
}

/** Confirm the authenticator app by a code of it; all other sessions end: `POST /users/second-factor/totp/confirm`. */
export const confirmTotp = (
  client: Client,
  args: ConfirmTotpArgs,
  options?: RequestOptions,
): Promise<ConfirmTotpReply> => request(client, 'POST', '/users/second-factor/totp/confirm', args, options);

export interface RenewRecoveryCodesArgs {}

export interface RenewRecoveryCodesReply {
  /** Each takes the place of the authenticator app or the passkey once; they are shown this once */
  readonly recovery_codes: readonly string[];
}

/** Make new recovery codes; those before are worth nothing: `POST /users/second-factor/recovery-codes`. */
export const renewRecoveryCodes = (
  client: Client,
  args: RenewRecoveryCodesArgs = {},
  options?: RequestOptions,
): Promise<RenewRecoveryCodesReply> =>
  request(client, 'POST', '/users/second-factor/recovery-codes', args, options);

export interface ListPasskeysArgs {}

export interface ListPasskeysReply {
  readonly passkeys: readonly Passkey[];
}

/** List the passkeys of the account: `GET /users/passkeys`. */
export const listPasskeys = (
  client: Client,
  args: ListPasskeysArgs = {},
  options?: RequestOptions,
): Promise<ListPasskeysReply> => request(client, 'GET', '/users/passkeys', args, options);

export interface AddPasskeyArgs {
  readonly body: {
    /** Where it is kept, for example */
    readonly name: string;
    readonly credential: NewCredential;
  };
}

export interface AddPasskeyReply {
  readonly id: string;
  /** As its owner named it */
  readonly name: string;
  /** When it was added */
  readonly created_at: string;
  /** When it last signed in or stepped up */
  readonly last_used_at?: string;
  /** Each takes the place of the authenticator app or the passkey once; they are shown this once */
  readonly recovery_codes?: readonly string[];
}

/** Add a passkey that a browser made; it signs in without the password, and counts as a second factor: `POST /users/passkeys`. */
export const addPasskey = (
  client: Client,
  args: AddPasskeyArgs,
  options?: RequestOptions,
): Promise<AddPasskeyReply> => request(client, 'POST', '/users/passkeys', args, options);

export interface StartPasskeyArgs {}

/** What a browser needs to make a passkey for the account: `POST /users/passkey-options`. */
export const startPasskey = (
  client: Client,
  args: StartPasskeyArgs = {},
  options?: RequestOptions,
): Promise<PasskeyCreation> => request(client, 'POST', '/users/passkey-options', args, options, true);

export interface RemovePasskeyArgs {
  readonly passkeyId: string;
}

/** Remove a passkey; all other sessions end: `DELETE /users/passkeys/{passkeyId}`. */
export const removePasskey = (
  client: Client,
  args: RemovePasskeyArgs,
  options?: RequestOptions,
): Promise<undefined> =>
  request(client, 'DELETE', '/users/passkeys/{passkeyId}', args, options, true, readNothing);

export interface RequestDeviceCodeArgs {
  readonly body: {
    /** What the program calls itself; the person sees it */
    readonly client_id: string;
  };
}

export interface RequestDeviceCodeReply {
  readonly device_code: string;
  readonly user_code: string;
  readonly verification_uri: string;
  /** Seconds until both codes expire */
  readonly expires_in: number;
  /** Seconds to wait between two polls */
  readonly interval: number;
}

/** Request a code with which a person signs in a program (RFC 8628): `POST /auth/device/code`. */
export const requestDeviceCode = (
  client: Client,
  args: RequestDeviceCodeArgs,
  options?: RequestOptions,
): Promise<RequestDeviceCodeReply> => request(client, 'POST', '/auth/device/code', args, options);

export interface RedeemDeviceCodeArgs {
  readonly body: {
    readonly grant_type: 'urn:ietf:params:oauth:grant-type:device_code';
    readonly device_code: string;
    /** As it was when the code was requested */
    readonly client_id: string;
  };
}

export interface RedeemDeviceCodeReply {
  readonly access_token: string;
  /** Bearer */
  readonly token_type: string;
  /** Seconds until the session expires unless it is used */
  readonly expires_in: number;
}

/** Poll for the session token of a device code, once every interval (RFC 8628): `POST /auth/device/token`. */
export const redeemDeviceCode = (
  client: Client,
  args: RedeemDeviceCodeArgs,
  options?: RequestOptions,
): Promise<RedeemDeviceCodeReply> => request(client, 'POST', '/auth/device/token', args, options);

export interface GetDevicePageArgs {}

/** The page on which a person enters the code of a device: `GET /device`. */
export const getDevicePage = (
  client: Client,
  args: GetDevicePageArgs = {},
  options?: RequestOptions,
): Promise<string> => request(client, 'GET', '/device', args, options, true, readText);

export interface ReviewDeviceArgs {
  readonly body: {
    readonly user_code: string;
  };
}

/** The page that shows which device asks, and what it may do once it is approved: `POST /device`. */
export const reviewDevice = (
  client: Client,
  args: ReviewDeviceArgs,
  options?: RequestOptions,
): Promise<string> => request(client, 'POST', '/device', args, options, false, readText);

export interface ApproveDeviceArgs {
  readonly body: {
    readonly user_code: string;
    readonly email: string;
    readonly password: string;
    /** Of the second factor, if the account has one */
    readonly code?: string | undefined;
  };
}

/** Let a device sign in to the account of this e-mail address and password: `POST /device/approve`. */
export const approveDevice = (
  client: Client,
  args: ApproveDeviceArgs,
  options?: RequestOptions,
): Promise<string> => request(client, 'POST', '/device/approve', args, options, false, readText);

export interface DenyDeviceArgs {
  readonly body: {
    readonly user_code: string;
  };
}

/** Refuse a device; its code is enough: `POST /device/deny`. */
export const denyDevice = (client: Client, args: DenyDeviceArgs, options?: RequestOptions): Promise<string> =>
  request(client, 'POST', '/device/deny', args, options, false, readText);

export interface GetMeArgs {}

export interface GetMeReply {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  /** Whether the user is a moderator */
  readonly isAdmin: boolean;
  /** Whether the user may use the registry: true unless banned */
  readonly isApproved: boolean;
  /** Where addresses must be verified: whether that of the caller is, so that they may publish and make publishers and tokens */
  readonly isEmailVerified?: boolean;
  /** When the address stopped counting, because the domain behind it is gone */
  readonly emailLapsedAt?: string;
  readonly quotas: {
    /** Publishers that the account created, deleted ones included, because their ids stay taken. */
    readonly publishers: {
      /** Absent where nothing is counted */
      readonly used?: number;
      readonly max: number;
    };
    /** Nodes that the account reviewed. */
    readonly reviews: {
      /** Absent where nothing is counted */
      readonly used?: number;
      readonly max: number;
    };
    /** Reports that the account sent to the moderators, answered ones included. */
    readonly reports: {
      /** Absent where nothing is counted */
      readonly used?: number;
      readonly max: number;
    };
    /** The changes that the account and the tokens it made caused, as JSON, because the log keeps them. */
    readonly change_bytes: {
      /** Absent where nothing is counted */
      readonly used?: number;
      readonly max: number;
    };
  };
}

/** Who the caller is, and how much of the quotas of the account is used: `GET /users`. */
export const getMe = (client: Client, args: GetMeArgs = {}, options?: RequestOptions): Promise<GetMeReply> =>
  request(client, 'GET', '/users', args, options);

export interface DeleteAccountArgs {}

/** Delete the account of the caller, once its publishers have other owners: `DELETE /users`. */
export const deleteAccount = (
  client: Client,
  args: DeleteAccountArgs = {},
  options?: RequestOptions,
): Promise<undefined> => request(client, 'DELETE', '/users', args, options, true, readNothing);

export interface ListIdentitiesArgs {}

export interface ListIdentitiesReply {
  readonly identities: readonly Identity[];
  /** Whether the account has a password */
  readonly has_password: boolean;
}

/** List the identities at external providers that sign in to the account of the caller: `GET /users/identities`. */
export const listIdentities = (
  client: Client,
  args: ListIdentitiesArgs = {},
  options?: RequestOptions,
): Promise<ListIdentitiesReply> => request(client, 'GET', '/users/identities', args, options);

export interface UnlinkIdentityArgs {
  readonly identityId: string;
}

/** Unlink an identity at a provider, and end all other sessions; another way to sign in must remain: `DELETE /users/identities/{identityId}`. */
export const unlinkIdentity = (
  client: Client,
  args: UnlinkIdentityArgs,
  options?: RequestOptions,
): Promise<undefined> =>
  request(client, 'DELETE', '/users/identities/{identityId}', args, options, true, readNothing);

export interface ListMyReportsArgs {
  /** The page, from 1; default 1 */
  readonly page?: number | undefined;
  /** Items on a page; default 10, larger than 100 serves 100 */
  readonly limit?: number | undefined;
}

export interface ListMyReportsReply {
  readonly reports: readonly Report[];
  /** Page size served */
  readonly limit: number;
  /** Current page */
  readonly page: number;
  /** Total count */
  readonly total: number;
  /** Total pages */
  readonly totalPages: number;
}

/** List the reports of the caller with their answers: `GET /users/reports`. */
export const listMyReports = (
  client: Client,
  args: ListMyReportsArgs = {},
  options?: RequestOptions,
): Promise<ListMyReportsReply> => request(client, 'GET', '/users/reports', args, options);

export interface ListMyInvitationsArgs {
  /** The page, from 1; default 1 */
  readonly page?: number | undefined;
  /** Items on a page; default 10, larger than 100 serves 100 */
  readonly limit?: number | undefined;
}

export interface ListMyInvitationsReply {
  readonly invitations: readonly Invitation[];
  /** Page size served */
  readonly limit: number;
  /** Current page */
  readonly page: number;
  /** Total count */
  readonly total: number;
  /** Total pages */
  readonly totalPages: number;
}

/** List the open invitations to the address of the caller: `GET /users/invitations`. */
export const listMyInvitations = (
  client: Client,
  args: ListMyInvitationsArgs = {},
  options?: RequestOptions,
): Promise<ListMyInvitationsReply> => request(client, 'GET', '/users/invitations', args, options);

export interface AcceptInvitationArgs {
  readonly invitationId: string;
}

export interface AcceptInvitationReply {
  readonly id: string;
  readonly role: 'owner' | 'member';
  readonly user: {
    readonly id: string;
    readonly name: string;
    /** Shown to members and moderators */
    readonly email?: string;
  };
  readonly publisher_id: string;
}

/** Accept an invitation to the address of the caller, once: `POST /users/invitations/{invitationId}/accept`. */
export const acceptInvitation = (
  client: Client,
  args: AcceptInvitationArgs,
  options?: RequestOptions,
): Promise<AcceptInvitationReply> =>
  request(client, 'POST', '/users/invitations/{invitationId}/accept', args, options);

export interface DeclineInvitationArgs {
  readonly invitationId: string;
}

/** Decline an invitation to the address of the caller: `POST /users/invitations/{invitationId}/decline`. */
export const declineInvitation = (
  client: Client,
  args: DeclineInvitationArgs,
  options?: RequestOptions,
): Promise<undefined> =>
  request(client, 'POST', '/users/invitations/{invitationId}/decline', args, options, false, readNothing);

export interface ListMyEventsArgs {
  /** Only events before this time: `next` of the response before; default the newest */
  readonly before?: string | undefined;
  /** Default 50, larger than 50 serves 50. Events of one time are never split */
  readonly limit?: number | undefined;
}

export interface ListMyEventsReply {
  readonly events: readonly AccountEvent[];
  /** Where the list continues; if absent, there is nothing older */
  readonly next?: string;
}

/** What happened to the account of the caller: sign-ins, failures, changes, tokens used: `GET /users/audit`. */
export const listMyEvents = (
  client: Client,
  args: ListMyEventsArgs = {},
  options?: RequestOptions,
): Promise<ListMyEventsReply> => request(client, 'GET', '/users/audit', args, options);

export interface ExportAccountArgs {}

export interface ExportAccountReply {
  readonly account: {
    readonly id: string;
    readonly name: string;
    readonly email: string;
    /** Whether the user is a moderator */
    readonly isAdmin: boolean;
    /** Whether the user may use the registry: true unless banned */
    readonly isApproved: boolean;
    /** When the user signed up */
    readonly createdAt: string;
    readonly banned: boolean;
    readonly banReason?: string;
  };
  readonly sign_in_methods: readonly {
    /** `credential` for a password, else the issuer of an identity */
    readonly kind: string;
    /** Since */
    readonly since: string;
  }[];
  /** What external providers know the account as */
  readonly identities: readonly Identity[];
  readonly second_factor: {
    /** Absent without an authenticator app */
    readonly totp?: {
      /** When the authenticator app was confirmed */
      readonly confirmed_at: string;
    };
    /** Recovery codes that were not used */
    readonly recovery_codes_left: number;
  };
  readonly passkeys: readonly Passkey[];
  readonly sessions: readonly {
    readonly id: string;
    /** What signed in, by what it said of itself, such as `Firefox on Linux`; absent if unknown */
    readonly device?: string;
    /** When it began */
    readonly created_at: string;
    /** When it was last used, to 10 minutes */
    readonly last_used_at: string;
    /** When the person last proved who they are */
    readonly signed_in_at: string;
    /** When it expires unless it is used */
    readonly expires_at: string;
  }[];
  readonly publishers: readonly {
    readonly id: string;
    readonly role: 'owner' | 'member';
    /** Since */
    readonly since: string;
  }[];
  readonly tokens: readonly {
    readonly id: string;
    readonly name: string;
    readonly publisher_id: string;
    /** When the account made it */
    readonly created_at: string;
    /** When it ends */
    readonly expires_at?: string;
    /** When it was used last, to the minute */
    readonly last_used_at?: string;
    /** When it was revoked */
    readonly revoked_at?: string;
  }[];
  /** Open ones, to the account and by it */
  readonly invitations: readonly Invitation[];
  readonly reviews: readonly {
    readonly node_id: string;
    readonly star: number;
    /** When */
    readonly created_at: string;
  }[];
  readonly reports: readonly Report[];
  readonly events: readonly AccountEvent[];
}

/** All that the registry knows about the account of the caller: `GET /users/export`. */
export const exportAccount = (
  client: Client,
  args: ExportAccountArgs = {},
  options?: RequestOptions,
): Promise<ExportAccountReply> => request(client, 'GET', '/users/export', args, options);

export interface GetCurrentTokenArgs {}

export interface GetCurrentTokenReply {
  readonly id: string;
  readonly name: string;
  readonly description?: string;
  /** When it expires; if absent, never */
  readonly expiresAt?: string;
  /** Ids of the nodes it is limited to; all when absent */
  readonly nodes?: readonly string[];
  /** What it may do; by default only `publish` */
  readonly actions?: readonly ('publish' | 'edit' | 'delete')[];
  /** The owner who created it; it ends with their ownership */
  readonly maker: {
    readonly id: string;
    readonly name: string;
  };
  /** Complete in the response that creates it, masked afterwards */
  readonly token: string;
  readonly built_by?: BuiltBy;
  /** Creation time */
  readonly createdAt: string;
  /** When it was last used, to the minute */
  readonly lastUsedAt?: string;
  readonly publisher: {
    readonly id: string;
    readonly name: string;
  };
}

/** The personal access token that the caller sends, masked, and the publisher it acts for: `GET /tokens/current`. */
export const getCurrentToken = (
  client: Client,
  args: GetCurrentTokenArgs = {},
  options?: RequestOptions,
): Promise<GetCurrentTokenReply> => request(client, 'GET', '/tokens/current', args, options);

export interface ReportLeakedTokensArgs {
  /** `{"token": "pbp_…"}` from anyone who holds a whole token, or a list signed by a scanner, in the format of GitHub secret scanning: `[{"token", "type", "url", "source"}]` */
  readonly body: unknown;
}

/** Revoke personal access tokens that leaked, and tell the owners: `POST /tokens/leaked`. */
export const reportLeakedTokens = (
  client: Client,
  args: ReportLeakedTokensArgs,
  options?: RequestOptions,
): Promise<
  readonly {
    /** The SHA-256 of the token, in Base64 */
    readonly token_hash: string;
    readonly token_type: string;
    /** Whether it is or was a token of this registry; it is good no longer */
    readonly label: 'true_positive' | 'false_positive';
  }[]
> => request(client, 'POST', '/tokens/leaked', args, options, true, readArray);
