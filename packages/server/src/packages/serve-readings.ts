// The code of a reader process: one line for each package, until the server closes the line.
import { createInterface } from 'node:readline';
import { readPackage } from '@patchbay/inspect';
import { type ReaderRequest, type ReplyLine, packageDescriptor, partedLists } from './protocol.ts';

const say = (...lines: ReplyLine[]): void =>
  void process.stdout.write(lines.map((line) => `${JSON.stringify(line)}\n`).join(''));

const read = async ({ published }: ReaderRequest): Promise<void> => {
  const reading = await readPackage(packageDescriptor, published, () => say({ isSound: true }));
  const { fault } = reading;
  if (fault !== undefined) return say({ value: { fault } });
  const { appNodes: _appNodes, files: _files, ...value } = reading;
  say(...partedLists.flatMap((of) => reading[of].map((part) => ({ part, of }))), { value });
};

for await (const line of createInterface({ input: process.stdin })) {
  await read(JSON.parse(line) as ReaderRequest).catch((error: unknown) => say({ error: String(error) }));
}
