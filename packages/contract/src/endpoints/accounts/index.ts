import { acceptInvitation } from './accept-invitation.ts';
import { addPasskey } from './add-passkey.ts';
import { approveDevice } from './approve-device.ts';
import { changeEmail } from './change-email.ts';
import { beginExternalSignIn } from './begin-external-sign-in.ts';
import { changePassword } from './change-password.ts';
import { completeExternalSignIn } from './complete-external-sign-in.ts';
import { declineInvitation } from './decline-invitation.ts';
import { deleteAccount } from './delete-account.ts';
import { denyDevice } from './deny-device.ts';
import { exportAccount } from './export-account.ts';
import { completeSignIn } from './complete-sign-in.ts';
import { confirmTotp } from './confirm-totp.ts';
import { endOtherSessions } from './end-other-sessions.ts';
import { endSession } from './end-session.ts';
import { enrolTotp } from './enrol-totp.ts';
import { getCurrentToken } from './get-current-token.ts';
import { getDevicePage } from './get-device-page.ts';
import { getMe } from './get-me.ts';
import { getSecondFactor } from './get-second-factor.ts';
import { getSession } from './get-session.ts';
import { getSignInMethods } from './get-sign-in-methods.ts';
import { listIdentities } from './list-identities.ts';
import { listMyEvents } from './list-my-events.ts';
import { listMyInvitations } from './list-my-invitations.ts';
import { listMyReports } from './list-my-reports.ts';
import { listPasskeys } from './list-passkeys.ts';
import { listSessions } from './list-sessions.ts';
import { redeemDeviceCode } from './redeem-device-code.ts';
import { reportLeakedTokens } from './report-leaked-tokens.ts';
import { removePasskey } from './remove-passkey.ts';
import { removeTotp } from './remove-totp.ts';
import { renewRecoveryCodes } from './renew-recovery-codes.ts';
import { requestDeviceCode } from './request-device-code.ts';
import { requestPasswordReset } from './request-password-reset.ts';
import { resetPassword } from './reset-password.ts';
import { reviewDevice } from './review-device.ts';
import { sendVerificationEmail } from './send-verification-email.ts';
import { signIn } from './sign-in.ts';
import { signInWithPasskey } from './sign-in-with-passkey.ts';
import { signOut } from './sign-out.ts';
import { signUp } from './sign-up.ts';
import { verifyEmail } from './verify-email.ts';
import { unlinkIdentity } from './unlink-identity.ts';
import { startPasskey } from './start-passkey.ts';
import { startPasskeySignIn } from './start-passkey-sign-in.ts';
import { stepUp } from './step-up.ts';

/** In the order in which the documents show them. */
export const accounts = {
  signUp,
  signIn,
  getSignInMethods,
  beginExternalSignIn,
  completeExternalSignIn,
  completeSignIn,
  startPasskeySignIn,
  signInWithPasskey,
  signOut,
  getSession,
  stepUp,
  changePassword,
  requestPasswordReset,
  resetPassword,
  sendVerificationEmail,
  verifyEmail,
  changeEmail,
  listSessions,
  endSession,
  endOtherSessions,
  getSecondFactor,
  enrolTotp,
  confirmTotp,
  removeTotp,
  renewRecoveryCodes,
  listPasskeys,
  startPasskey,
  addPasskey,
  removePasskey,
  requestDeviceCode,
  redeemDeviceCode,
  getDevicePage,
  reviewDevice,
  approveDevice,
  denyDevice,
  getMe,
  listIdentities,
  unlinkIdentity,
  listMyReports,
  listMyInvitations,
  acceptInvitation,
  declineInvitation,
  listMyEvents,
  exportAccount,
  deleteAccount,
  getCurrentToken,
  reportLeakedTokens,
} as const;
