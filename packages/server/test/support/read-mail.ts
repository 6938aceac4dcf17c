/** A message as it is read: its headers by their names in lower case, and both of its texts. */
export interface ReadMail {
  headers: Readonly<Record<string, string>>;
  text: string;
  html: string;
}

export interface ReceivedMail extends ReadMail {
  /** To whom the mail server was told to deliver it. */
  recipients: string[];
}

/** Reads a message with two texts (RFC 2046, multipart/alternative), which is all that the registry writes. */
export const readMail = (bytes: Uint8Array): ReadMail => {
  const message = Buffer.from(bytes).toString('latin1').replaceAll('\r\n', '\n');
  const { headers, body } = split(message);
  const boundary = /boundary="([^"]+)"/.exec(headers['content-type'] ?? '')?.[1] ?? '';
  const parts = body
    .split(`--${boundary}`)
    .slice(1, -1)
    .map((part) => split(part.slice(1)));
  const textOf = (type: string): string => {
    const part = parts.find(({ headers }) => headers['content-type']?.startsWith(type));
    return part === undefined ? '' : decode(part.headers['content-transfer-encoding'] ?? '', part.body);
  };
  return { headers, text: textOf('text/plain'), html: textOf('text/html') };
};

const split = (part: string): { headers: Record<string, string>; body: string } => {
  const end = part.indexOf('\n\n');
  const lines = part
    .slice(0, end)
    .replaceAll(/\n[ \t]+/g, ' ')
    .split('\n');
  const headers = lines.map((line): [string, string] => {
    const colon = line.indexOf(':');
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
  });
  return { headers: Object.fromEntries(headers), body: part.slice(end + 2) };
};

const decode = (encoding: string, body: string): string => {
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString('utf8');
  const bytes =
    encoding === 'quoted-printable'
      ? body
          .replaceAll(/=\n/g, '')
          .replaceAll(/=([\dA-F]{2})/g, (_, hex: string) => String.fromCodePoint(Number.parseInt(hex, 16)))
      : body;
  return Buffer.from(bytes, 'latin1').toString('utf8').trim();
};
