/**
 * The addresses that the accounts library accepts for signing in. They hold no space, no control character and none of
 * the signs that separate addresses, so one cannot become two, or another header.
 */
const pattern = /^[\w'+-]+(\.[\w'+-]+)*(?<!')@([A-Za-z0-9][A-Za-z0-9-]*\.)+[A-Za-z]{2,}$/;
const charsMax = 320;

/** Whether a text is one e-mail address. */
export const isMailAddress = (text: string): boolean => text.length <= charsMax && pattern.test(text);
