import type { ServerResponse } from 'node:http';

/** Calls back once a response is sent or its client has disconnected. */
export const whenGone = (response: ServerResponse, callback: () => void): void => {
  const { socket } = response.req;
  const gone = (): void => {
    response.off('close', gone);
    socket.off('close', gone);
    callback();
  };
  response.once('close', gone);
  // Of several requests on one connection, only the first has it, and only that response closes with it.
  socket.setMaxListeners(0).once('close', gone);
};
