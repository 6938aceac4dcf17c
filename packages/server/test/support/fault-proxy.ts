import { type Server, type Socket, connect, createServer } from 'node:net';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';

/** What lies between a server and another one it needs: open, shut as when that is down, or silent as when it hangs. */
export interface FaultProxy {
  /** The address that leads through the gate. */
  url: string;
  set(state: 'open' | 'shut' | 'silent' | 'busy'): void;
}

const busy = 'HTTP/1.1 503 Slow Down\r\ncontent-length: 0\r\nconnection: close\r\n\r\n';

/** A gate before the server at `target`, for as long as the test runs. */
export const openFaultProxy = async (
  test: { after(fn: () => Promise<void>): void },
  target: string,
): Promise<FaultProxy> => {
  const { hostname, port } = new URL(target);
  let state: Parameters<FaultProxy['set']>[0] = 'open';
  const sockets = new Set<Socket>();
  const keep = (socket: Socket): Socket => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy()).on('close', () => sockets.delete(socket));
    return socket;
  };
  const gate: Server = createServer((socket) => {
    keep(socket);
    if (state === 'shut') socket.resetAndDestroy();
    if (state === 'busy') socket.once('data', () => socket.end(busy));
    if (state !== 'open') return;
    const beyond = keep(connect(Number(port), hostname));
    socket.pipe(beyond).pipe(socket);
    socket.on('close', () => beyond.destroy());
    beyond.on('close', () => socket.destroy());
  });
  gate.listen(0, '127.0.0.1');
  await once(gate, 'listening');
  const clear = () => sockets.forEach((socket) => socket.destroy());
  test.after(async () => {
    clear();
    gate.close();
  });
  return {
    url: `http://127.0.0.1:${(gate.address() as AddressInfo).port}`,
    set(next) {
      state = next;
      clear();
    },
  };
};
