/** Texts of JavaScript that are added up. */
const SUM =
  /(?:(?<first>["'`])[^"'`\\\n]{0,20}\k<first>[ \t]{0,9}\+[ \t]{0,9}){1,20}(?<last>["'`])[^"'`\\\n]{0,20}\k<last>/g;
const WORD =
  /^(?:eval|Function|constructor|atob|unescape|cookie|localStorage|sessionStorage|script|fetch|fromCharCode)$/;

/** A text in which words that the rules ask for are not split: `window["ev" + "al"]`. Every place in it stays the same. */
export const joinWords = (text: string): string =>
  text.replaceAll(SUM, (sum) => {
    const word = sum.replaceAll(/["'`][ \t]*\+[ \t]*["'`]|["'`]/g, '');
    return WORD.test(word) ? `"${word}"`.padEnd(sum.length) : sum;
  });
