import type { Call } from '../../call.ts';
import { command } from '../../command.ts';
import { columns } from '../../output/columns.ts';
import { status } from '../../output/status.ts';

export const listPublishers = command({
  brief: 'List your publishers',
  data: ({ Type, Publisher }) => Type.Object({ publishers: Type.Array(Publisher) }),
  parameters: {},
  async run(call: Call) {
    const { api, client } = await call.connectSignedIn();
    return { publishers: await api.listMyPublishers(client) };
  },
  text: ({ publishers }, ink) =>
    publishers.length === 0
      ? 'You have no publisher. `patchbay publisher create <id>` creates one.'
      : columns(
          publishers.map(({ id, name, status: state }) => [ink.bold(id), status(ink, state), name ?? '']),
        ),
});
