import { acceptInvitation } from './accept-invitation.ts';
import { approveDevice } from './approve-device.ts';
import { changeEmail } from './change-email.ts';
import { beginExternalSignIn } from './begin-external-sign-in.ts';
import { changePassword } from './change-password.ts';
import { completeExternalSignIn } from './complete-external-sign-in.ts';
import { declineInvitation } from './decline-invitation.ts';
import { deleteAccount } from './delete-account.ts';
import { denyDevice } from './deny-device.ts';
import { exportAccount } from './export-account.ts';
import { getCurrentToken } from './get-current-token.ts';
import { getDevicePage } from './get-device-page.ts';
import { getMe } from './get-me.ts';
import { getSession } from './get-session.ts';
import { getSignInMethods } from './get-sign-in-methods.ts';
import { listIdentities } from './list-identities.ts';
import { listMyEvents } from './list-my-events.ts';
import { listMyInvitations } from './list-my-invitations.ts';
import { listMyReports } from './list-my-reports.ts';
import { redeemDeviceCode } from './redeem-device-code.ts';
import { reportLeakedTokens } from './report-leaked-tokens.ts';
import { requestDeviceCode } from './request-device-code.ts';
import { requestPasswordReset } from './request-password-reset.ts';
import { resetPassword } from './reset-password.ts';
import { reviewDevice } from './review-device.ts';
import { sendVerificationEmail } from './send-verification-email.ts';
import { signIn } from './sign-in.ts';
import { signOut } from './sign-out.ts';
import { signUp } from './sign-up.ts';
import { verifyEmail } from './verify-email.ts';
import { unlinkIdentity } from './unlink-identity.ts';

/** In the order in which the documents show them. */
export const accounts = {
  signUp,
  signIn,
  getSignInMethods,
  beginExternalSignIn,
  completeExternalSignIn,
  signOut,
  getSession,
  changePassword,
  requestPasswordReset,
  resetPassword,
  sendVerificationEmail,
  verifyEmail,
  changeEmail,
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
