import { approveDevice } from './approve-device.ts';
import { changeEmail } from './change-email.ts';
import { changePassword } from './change-password.ts';
import { denyDevice } from './deny-device.ts';
import { getCurrentToken } from './get-current-token.ts';
import { getDevicePage } from './get-device-page.ts';
import { getMe } from './get-me.ts';
import { getSession } from './get-session.ts';
import { listMyReports } from './list-my-reports.ts';
import { redeemDeviceCode } from './redeem-device-code.ts';
import { requestDeviceCode } from './request-device-code.ts';
import { requestPasswordReset } from './request-password-reset.ts';
import { resetPassword } from './reset-password.ts';
import { reviewDevice } from './review-device.ts';
import { sendVerificationEmail } from './send-verification-email.ts';
import { signIn } from './sign-in.ts';
import { signOut } from './sign-out.ts';
import { signUp } from './sign-up.ts';
import { verifyEmail } from './verify-email.ts';

/** In the order in which the documents show them. */
export const accounts = {
  signUp,
  signIn,
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
  listMyReports,
  getCurrentToken,
} as const;
