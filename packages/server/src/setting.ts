export interface Setting<T> {
  /** One sentence for operators. */
  means: string;
  /** As written in the environment. Undefined if the setting is optional. */
  default: string | undefined;
  /** The value, or a sentence about what is wrong. */
  parse: (text: string) => T | ConfigFault;
  /** Whether nobody may read it. It may then lie in a file, which the variable with `_FILE` names. */
  isSecret: boolean;
}

export class ConfigFault {
  readonly sentence: string;
  constructor(sentence: string) {
    this.sentence = sentence;
  }
}

export const setting = <T>(
  means: string,
  fallback: string | undefined,
  parse: (text: string) => T | ConfigFault,
): Setting<T> => ({ means, default: fallback, parse, isSecret: false });

export const secret = <T>(means: string, parse: (text: string) => T | ConfigFault): Setting<T> => ({
  means,
  default: undefined,
  parse,
  isSecret: true,
});
