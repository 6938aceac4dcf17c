/** Answers each message to this worker. */
export const answer = <Question, Answer>(reply: (question: Question) => Answer | Promise<Answer>): void => {
  addEventListener('message', ({ data }: MessageEvent<Question>) => {
    void Promise.resolve(reply(data)).then((value) => postMessage(value));
  });
};
