/** What is wrong with a value, as a sentence of its own. */
export const faultSentence = (fault: string): string =>
  /^[a-z]/.test(fault) ? `It ${fault}.`.replace(/\.\.$/, '.') : fault;
