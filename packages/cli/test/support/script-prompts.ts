import assert from 'node:assert/strict';
import type { Prompts, SelectOption } from '../../src/prompts/prompts.ts';

/** Somebody who gives these answers, each to the question that holds its text, and expects no other question. */
export const scriptPrompts = (
  answers: readonly (readonly [question: string, answer: string | boolean])[],
): { prompts: Prompts; assertAllAsked: () => void } => {
  const left = [...answers];
  const answer = (message: string): string | boolean => {
    const [question, given] = left.shift() ?? [];
    assert.ok(question !== undefined && given !== undefined, `nobody expected to be asked "${message}"`);
    assert.ok(message.includes(question), `"${message}" was asked instead of "${question}"`);
    return given;
  };
  const prompts: Prompts = {
    text: async (message) => String(answer(message)),
    secret: async (message) => String(answer(message)),
    confirm: async (message) => answer(message) === true,
    async select<Value extends string>(message: string, options: readonly SelectOption<Value>[]) {
      const given = answer(message);
      const option = options.find(({ value }) => value === given);
      assert.ok(option, `${String(given)} is not among ${JSON.stringify(options)}`);
      return option.value;
    },
  };
  return { prompts, assertAllAsked: () => assert.deepEqual(left, [], 'these were never asked') };
};
