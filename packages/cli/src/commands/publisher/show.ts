import type { Call } from '../../call.ts';
import { command } from '../../command.ts';
import { publisherText } from '../../output/publisher-text.ts';
import { oneArgument } from '../../parameters/one-argument.ts';

export const showPublisher = command({
  brief: 'Show a publisher and its members',
  data: ({ Publisher }) => Publisher,
  parameters: { positional: oneArgument('id', 'Id of the publisher') },
  async run(call: Call, _flags: object, publisherId: string) {
    const { api, client } = await call.connect();
    return api.getPublisher(client, { publisherId });
  },
  text: (publisher, ink) => publisherText(publisher, ink),
});
