import type { Call } from '../../call.ts';
import { command } from '../../command.ts';

export const exportAccount = command({
  brief: 'Print all that the registry knows about your account, as JSON',
  data: ({ AccountExport }) => AccountExport,
  parameters: {},
  async run(call: Call) {
    const { api, client } = await call.connectSignedIn();
    return api.exportAccount(client);
  },
  text: (data) => JSON.stringify(data, null, 2),
});
