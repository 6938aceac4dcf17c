import { type Server, type Socket, connect, createServer } from 'node:net';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { Transform } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import type { Ending } from './ending.ts';

/**
 * What lies between a server and another one it needs: open, shut as when that is down, silent as when it hangs, or
 * slow as a bad connection.
 */
export interface FaultProxy {
  /** The address that leads through the gate. */
  url: string;
  set(state: 'open' | 'shut' | 'silent' | 'busy' | 'slow'): void;
}

const slice = { bytes: 300, pauseMs: 30 };

const busy = 'HTTP/1.1 503 Slow Down\r\ncontent-length: 0\r\nconnection: close\r\n\r\n';

/** A gate before the server at `target`, for as long as the test runs. */
export const openFaultProxy = async (test: Ending, target: string): Promise<FaultProxy> => {
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
    if (state !== 'open' && state !== 'slow') return;
    const beyond = keep(connect(Number(port), hostname));
    socket.pipe(beyond);
    (state === 'slow' ? beyond.pipe(inSlices()) : beyond).pipe(socket);
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

const inSlices = (): Transform =>
  new Transform({
    async transform(chunk: Buffer, _encoding, done) {
      for (let at = 0; at < chunk.length; at += slice.bytes) {
        this.push(chunk.subarray(at, at + slice.bytes));
        await wait(slice.pauseMs);
      }
      done();
    },
  });
