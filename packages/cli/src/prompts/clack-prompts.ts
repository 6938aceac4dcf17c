import { confirm, isCancel, password, select, text } from '@clack/prompts';
import { CliError } from '../errors.ts';
import type { ConfirmOptions, Prompts, SelectOption, TextOptions } from './prompts.ts';

// Standard output holds the result alone.
const output = process.stderr;

const answered = <Answer>(answer: Answer): Exclude<Answer, symbol> => {
  if (isCancel(answer)) throw new CliError('cancelled', 'Cancelled. Nothing was changed.');
  return answer as Exclude<Answer, symbol>;
};

/** The questions of a terminal. */
export const clackPrompts: Prompts = {
  async text(message, { initial, check }: TextOptions = {}) {
    const answer = await text({
      message,
      output,
      ...(initial !== undefined && { initialValue: initial }),
      validate: (typed) => check?.((typed ?? '').trim()),
    });
    return answered(answer).trim();
  },
  async secret(message) {
    return answered(await password({ message, output })).trim();
  },
  async confirm(message, { initial = false, signal }: ConfirmOptions = {}) {
    const answer = await confirm({
      message,
      output,
      initialValue: initial,
      ...(signal !== undefined && { signal }),
    });
    return signal?.aborted === true ? false : answered(answer);
  },
  async select<Value extends string>(message: string, options: readonly SelectOption<Value>[]) {
    const shown = options.map(({ value, label }) => ({ value: value as string, label }));
    return answered(await select<string>({ message, output, options: shown })) as Value;
  },
};
