// The code of a reader process: one line for each task about its one package, until the server closes the line.
import { enableCompileCache } from 'node:module';
import { createInterface } from 'node:readline';
import { type ReplyLine, type TaskRequest, packageDescriptor, partedLists } from './task.ts';

// Before the import: it saves half of the startup time.
const [, , compileCache] = process.argv;
if (compileCache !== undefined) enableCompileCache(compileCache);
const { packageTasks } = await import('@patchbay/inspect');

const functions = packageTasks as unknown as Record<string, (data: object) => Promise<unknown>>;

const answer = async ({ name, data }: TaskRequest): Promise<ReplyLine[]> => {
  try {
    const value = (await functions[name]?.({ ...data, path: packageDescriptor })) ?? null;
    const lists = partedLists[name];
    if (lists.length === 0 || value === null) return [{ value }];
    const entries = Object.entries(value as Record<string, unknown>);
    const parts = entries.flatMap(([of, list]) =>
      lists.includes(of) ? (list as unknown[]).map((part) => ({ part, of })) : [],
    );
    return [...parts, { value: Object.fromEntries(entries.filter(([key]) => !lists.includes(key))) }];
  } catch (error) {
    return [{ error: String(error) }];
  }
};

for await (const line of createInterface({ input: process.stdin })) {
  for (const reply of await answer(JSON.parse(line) as TaskRequest)) {
    process.stdout.write(`${JSON.stringify(reply)}\n`);
  }
}
