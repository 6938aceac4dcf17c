import { confirm } from '../../ask/confirm.ts';
import type { Call } from '../../call.ts';
import { command } from '../../command.ts';
import { CliError } from '../../errors.ts';
import { optionalArgument } from '../../parameters/one-argument.ts';
import { yesFlag } from '../../parameters/flags.ts';
import { switchFlag } from '../../parameters/switch-flag.ts';

interface Flags {
  readonly others: boolean;
  readonly yes: boolean;
}

export const endSession = command({
  brief: 'End a session of your account, or all others',
  description: 'Ends the session with this id or, with --others, all but the one of this command line.',
  data: ({ Type }) =>
    Type.Object({
      id: Type.Optional(Type.String({ description: 'The session that ended; absent with --others' })),
    }),
  parameters: {
    flags: { others: switchFlag('End all other sessions'), yes: yesFlag },
    positional: optionalArgument('id', 'Id of the session, as `patchbay sessions list` shows it'),
  },
  async run(call: Call, { others, yes }: Flags, id: string | undefined) {
    if (others === (id !== undefined)) {
      throw new CliError('usage', 'Give either the id of a session or --others.', {
        next: 'Run `patchbay sessions list` to see them.',
      });
    }
    const { api, client } = await call.connectSignedIn();
    await confirm(call, yes, others ? 'End all other sessions?' : `End the session ${id}?`);
    if (id === undefined) await api.endOtherSessions(client);
    else await api.endSession(client, { sessionId: id });
    return id === undefined ? {} : { id };
  },
  text: ({ id }) => (id === undefined ? 'All other sessions are over.' : `The session ${id} is over.`),
});
