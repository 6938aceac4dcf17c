import type { Session } from '@patchbay/client';
import type { Call } from '../../call.ts';
import { command } from '../../command.ts';
import { columns } from '../../output/columns.ts';
import type { Ink } from '../../output/ink.ts';

const sessionRow = (session: Session, ink: Ink): readonly string[] => {
  const { id, current, device = 'An unknown program', network = '', created_at, last_used_at } = session;
  return [
    id,
    ink.bold(device),
    network,
    `began ${created_at}`,
    `used ${last_used_at}`,
    current ? ink.green('this session') : '',
  ];
};

export const listSessions = command({
  brief: 'List where your account is signed in',
  data: ({ Type, Session }) => Type.Object({ sessions: Type.Array(Session) }),
  parameters: {},
  async run(call: Call) {
    const { api, client } = await call.connectSignedIn();
    const { sessions } = await api.listSessions(client);
    return { sessions };
  },
  text: ({ sessions }, ink) => columns(sessions.map((session) => sessionRow(session, ink))),
});
