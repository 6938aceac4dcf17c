// A reader that finds all packages too heavy but those it inspects, unless they are of the node "never".
import { createInterface } from 'node:readline';

interface Asked {
  name: string;
  data: { published?: { nodeId?: string } };
}

for await (const line of createInterface({ input: process.stdin })) {
  const { name, data } = JSON.parse(line) as Asked;
  if (name === 'inspect' && data.published?.nodeId !== 'never') process.stdout.write('{"value":null}\n');
}
