import { type Socket, connect } from 'node:net';
import type { Arena } from './arena.ts';
import type { Attack, Attacks, Outcomes, Siege } from './attack.ts';

/** More than one client may have. */
const hoard = 300;
const host = 'host: registry\r\n';
const json = 'content-type: application/json\r\n';

/** A connection from the attacker; how it ends is counted. */
const dial = ({ url, addresses: [localAddress = ''] }: Arena, outcomes: Outcomes): Socket => {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port), localAddress });
  const count = (outcome: string): void => void outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
  socket.on('error', (error: NodeJS.ErrnoException) => count(error.code ?? 'error'));
  socket.on('data', (chunk: Buffer) => {
    for (const [, status = ''] of chunk.toString('latin1').matchAll(/HTTP\/1\.1 (\d{3}) /g)) count(status);
  });
  return socket;
};

const closed = (socket: Socket): Promise<void> =>
  new Promise((resolve) => void (socket.closed ? resolve() : socket.once('close', () => resolve())));

/** Holds connections, more than it may have, on which `begin` has written something. */
const holding =
  (begin: (socket: Socket, index: number) => void): NonNullable<Attack['run']> =>
  async (arena, { over }) => {
    const outcomes: Outcomes = new Map();
    const sockets = Array.from({ length: hoard }, (_, index) => {
      const socket = dial(arena, outcomes);
      socket.once('connect', () => begin(socket, index));
      return socket;
    });
    await Promise.all(
      sockets.map(
        (socket) => new Promise((resolve) => socket.once('connect', resolve).once('error', resolve)),
      ),
    );
    await over;
    for (const socket of sockets) socket.destroy();
    await Promise.all(sockets.map(closed));
    return outcomes;
  };

/** Opens one connection after the other, on each of which it writes these bytes and waits for the end. */
const churning =
  (bytes: (arena: Arena, index: number) => string): NonNullable<Attack['run']> =>
  async (arena, siege: Siege) => {
    const outcomes: Outcomes = new Map();
    let next = 0;
    const work = async (): Promise<void> => {
      while (siege.goesOn()) {
        const socket = dial(arena, outcomes);
        socket.end(bytes(arena, (next += 1)));
        await closed(socket);
      }
    };
    await Promise.all(Array.from({ length: siege.size }, work));
    return outcomes;
  };

/** Writes one byte now and then, until the siege is over. */
const dripping = (bytes: string) => (socket: Socket) => {
  let at = 0;
  const timer = setInterval(() => void socket.write(bytes[(at += 1) % bytes.length] ?? ''), 100);
  socket.once('close', () => clearInterval(timer));
};

const node = ({ victim }: Arena) => `/nodes/${victim.nodeId}`;
const connections = '`CONNECTIONS_PER_ADDRESS`; the oldest idle one gives way';

/** What is done to connections, and below the level of requests. */
export const wireAttacks: Attacks = {
  'idle connections': {
    does: `holds ${hoard} idle connections`,
    bound: connections,
    run: holding(() => undefined),
  },
  'kept connections': {
    does: `asks once on each of ${hoard} connections and holds them`,
    bound: connections,
    run: holding((socket) => socket.write(`GET /health HTTP/1.1\r\n${host}\r\n`)),
  },
  'slow heads': {
    does: 'sends heads byte by byte',
    bound: `${connections}; \`REQUEST_TIMEOUT\``,
    run: holding((socket) => {
      socket.write('GET /health HTTP/1.1\r\n');
      dripping('x-slow: 1\r\n')(socket);
    }),
  },
  'unfinished bodies': {
    does: 'declares bodies and does not send them',
    bound: 'half of the requests in progress; `REQUEST_TIMEOUT`',
    run: holding((socket) =>
      socket.write(`POST /bulk/nodes/versions HTTP/1.1\r\n${host}${json}content-length: 1000\r\n\r\n{`),
    ),
  },
  'unfinished forms': {
    does: 'declares bodies of a form',
    bound: 'refused by the type, before the body',
    run: holding((socket) =>
      socket.write(
        `POST /bulk/nodes/versions HTTP/1.1\r\n${host}content-type: multipart/form-data; boundary=x\r\ncontent-length: 1000\r\n\r\n--x`,
      ),
    ),
  },
  'bodies byte by byte': {
    does: 'sends bodies in chunks of one byte',
    bound: 'half of the requests in progress; `REQUEST_TIMEOUT`',
    run: holding((socket) => {
      socket.write(`POST /bulk/nodes/versions HTTP/1.1\r\n${host}${json}transfer-encoding: chunked\r\n\r\n`);
      const timer = setInterval(() => void socket.write('1\r\n \r\n'), 20);
      socket.once('close', () => clearInterval(timer));
    }),
  },
  'expected bodies': {
    does: 'waits for `100 Continue` and sends nothing',
    bound: 'half of the requests in progress; `REQUEST_TIMEOUT`',
    run: holding((socket) =>
      socket.write(
        `POST /bulk/nodes/versions HTTP/1.1\r\n${host}${json}content-length: 9\r\nexpect: 100-continue\r\n\r\n`,
      ),
    ),
  },
  'readers that do not read': {
    does: 'asks for large pages and reads nothing',
    bound: 'half of the room for large responses; `REQUEST_TIMEOUT`',
    run: holding((socket, index) => {
      socket.write(`GET /nodes?limit=1000&include_translations=true&hold=${index} HTTP/1.1\r\n${host}\r\n`);
      socket.pause();
    }),
  },
  'readers that only send': {
    does: 'asks for large pages, reads nothing, and sends an empty line now and then',
    bound: 'half of the room for large responses; `REQUEST_TIMEOUT`',
    run: holding((socket, index) => {
      socket.write(`GET /nodes?limit=1000&include_translations=true&send=${index} HTTP/1.1\r\n${host}\r\n`);
      socket.pause();
      dripping('\r\n')(socket);
    }),
  },
  pipelining: {
    does: 'sends 30 requests on each connection before it reads',
    bound: 'one by one on a connection, 32 at most',
    run: churning((arena) => `GET ${node(arena)} HTTP/1.1\r\n${host}\r\n`.repeat(30)),
  },
  'too much pipelining': {
    does: 'sends 2,000 requests on each connection before it reads',
    bound: 'the connection is closed at 32',
    run: churning((arena, index) => `GET ${node(arena)}?x=${index} HTTP/1.1\r\n${host}\r\n`.repeat(2_000)),
  },
  'new connections': {
    does: 'opens a connection for each request',
    bound: connections,
    run: churning(() => `GET /health HTTP/1.1\r\n${host}connection: close\r\n\r\n`),
  },
  'large heads': {
    does: 'sends heads of 59 kB',
    bound: '`head_bytes_max`',
    run: churning(
      () => `GET /health HTTP/1.1\r\n${host}x-large: ${'x'.repeat(59_000)}\r\nconnection: close\r\n\r\n`,
    ),
  },
  'too large heads': {
    does: 'sends heads of 200 kB',
    bound: '`head_bytes_max`',
    run: churning(() => `GET /health HTTP/1.1\r\n${host}x-large: ${'x'.repeat(200_000)}\r\n\r\n`),
  },
  'many headers': {
    does: 'sends 3,000 headers',
    bound: '`head_bytes_max`; the runtime keeps 2,000',
    run: churning(
      () =>
        `GET /health HTTP/1.1\r\n${host}${Array.from({ length: 3_000 }, (_, index) => `x-${index}: 1\r\n`).join('')}connection: close\r\n\r\n`,
    ),
  },
  'not HTTP': {
    does: 'sends what is not HTTP',
    bound: 'refused by the parser, and the connection closed',
    run: churning((_, index) => `\u0016\u0003\u0001 hello ${index}\r\n\r\n`),
  },
  'two lengths': {
    does: 'declares a length and chunks, for a proxy to misread',
    bound: 'refused by the parser, and the connection closed',
    run: churning(
      () =>
        `POST /bulk/nodes/versions HTTP/1.1\r\n${host}${json}content-length: 5\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\nGET /x`,
    ),
  },
  'other protocols': {
    does: 'asks to upgrade and to connect elsewhere',
    bound: 'answered as a request without an upgrade; CONNECT is refused',
    run: churning((arena, index) =>
      index % 2 === 0
        ? `GET ${node(arena)} HTTP/1.1\r\n${host}connection: upgrade\r\nupgrade: websocket\r\n\r\n`
        : `CONNECT 127.0.0.1:22 HTTP/1.1\r\n${host}\r\n`,
    ),
  },
};
