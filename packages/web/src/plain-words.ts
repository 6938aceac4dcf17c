const call = String.raw`(?:GET|POST|PUT|PATCH|DELETE) /[^\s,;]*`;
const [aCall, orCall] = [new RegExp(call), new RegExp(String.raw` or (?:with )?${call}`, 'g')];

/** What the registry says, without the advice that names a call of its interface, which no page can follow. */
export const withoutCalls = (message: string): string => {
  const sentences = message.replaceAll(orCall, '').split(/(?<=\.) /);
  const plain = sentences.filter((sentence) => !aCall.test(sentence));
  return plain.length === 0 ? message : plain.join(' ');
};

/** What is wrong with a value, as a sentence of its own. */
export const faultSentence = (fault: string): string =>
  /^[a-z]/.test(fault) ? `It ${fault}.`.replace(/\.\.$/, '.') : withoutCalls(fault);
