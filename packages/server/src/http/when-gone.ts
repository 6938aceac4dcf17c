import type { ServerResponse } from 'node:http';

/** Calls back once a response is sent or its client has disconnected. Returns what calls that off. */
export const whenGone = (response: ServerResponse, callback: () => void): (() => void) => {
  const { socket } = response.req;
  const forget = (): void => {
    response.off('close', gone);
    socket.off('close', gone);
  };
  const gone = (): void => {
    forget();
    callback();
  };
  response.once('close', gone);
  // Of several requests on one connection, only the first has it, and only that response closes with it.
  socket.setMaxListeners(0).once('close', gone);
  return forget;
};
