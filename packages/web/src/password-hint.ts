import { limits } from '@patchbay/contract';

/** What a password must be, below the field for a new one. */
export const passwordHint = `At least ${limits.passwordCharsMin} characters, without your name or address, and none that others would guess.`;
