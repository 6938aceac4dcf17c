// The code of a reader process: one task for each message, until the server disconnects.
import { packageTasks } from '@patchbay/inspect';
import type { TaskReply, TaskRequest } from './task.ts';

const functions = packageTasks as unknown as Record<string, (data: object) => Promise<unknown>>;

const answer = async ({ name, data }: TaskRequest): Promise<TaskReply> => {
  try {
    return { value: await functions[name]?.(data) };
  } catch (error) {
    return { error: error instanceof Error ? error : new Error(String(error)) };
  }
};

process.on('message', (request: TaskRequest) => {
  void answer(request).then((reply) => process.send?.(reply));
});
process.once('disconnect', () => process.exit());
// A terminal sends these signals to all its processes. The server decides when to end a task.
process.on('SIGINT', () => {});
process.on('SIGTERM', () => {});
