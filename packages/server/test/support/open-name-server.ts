import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import type { Ending } from './ending.ts';

/** What there is of a domain: a mail exchange, an address, nothing at all, no such name, or a server that fails. */
export type Zone = 'mx' | 'a' | 'empty' | 'nxdomain' | 'servfail';

const types = { a: 1, ns: 2, mx: 15 } as const;
const codes = { servfail: 2, nxdomain: 3 } as const;

/** A name server on this machine, over UDP (RFC 1035). Every top-level domain has one, unless it is cut off. */
export const openNameServer = async (test: Ending) => {
  const zones = new Map<string, Zone>();
  const asked: string[] = [];
  const state = { isCutOff: false };
  const socket = createSocket('udp4');
  socket.on('message', (query, { address, port }) => {
    const { name, type, end } = readQuestion(query);
    const isTop = !name.includes('.');
    const zone = isTop ? 'empty' : (zones.get(name) ?? 'nxdomain');
    if (!isTop && type === types.mx) asked.push(name);
    const code = state.isCutOff
      ? codes.nxdomain
      : zone === 'nxdomain' || zone === 'servfail'
        ? codes[zone]
        : 0;
    const data = code === 0 ? recordOf(isTop, zone, type) : undefined;
    const header = Buffer.from([0x81, 0x80 + code, 0, 1, 0, data === undefined ? 0 : 1, 0, 0, 0, 0]);
    const record =
      data === undefined ? [] : [Buffer.from([0xc0, 12, 0, type, 0, 1, 0, 0, 0, 0, 0, data.length]), data];
    socket.send(
      Buffer.concat([query.subarray(0, 2), header, query.subarray(12, end), ...record]),
      port,
      address,
    );
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  test.after(async () => {
    socket.close();
    await once(socket, 'close');
  });
  const { port } = socket.address();
  return { zones, asked, state, settings: { EMAIL_DOMAIN_CHECK: 'on', DNS_SERVERS: `127.0.0.1:${port}` } };
};

const readQuestion = (query: Buffer): { name: string; type: number; end: number } => {
  const labels: string[] = [];
  let at = 12;
  for (let size = query.readUInt8(at); size > 0; size = query.readUInt8(at)) {
    labels.push(query.toString('latin1', at + 1, at + 1 + size));
    at += 1 + size;
  }
  return { name: labels.join('.').toLowerCase(), type: query.readUInt16BE(at + 1), end: at + 5 };
};

const root = Buffer.from([0]);

const recordOf = (isTop: boolean, zone: Zone, type: number): Buffer | undefined => {
  if (isTop) return type === types.ns ? root : undefined;
  if (zone === 'mx' && type === types.mx) return Buffer.concat([Buffer.from([0, 10]), root]);
  return zone === 'a' && type === types.a ? Buffer.from([127, 0, 0, 1]) : undefined;
};
