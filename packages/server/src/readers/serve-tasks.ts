// What runs in a process of the readers: one task for each message, until the server is gone.
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
// A terminal sends these to all its processes; when a task may no longer be finished is for the server to say.
process.on('SIGINT', () => {});
process.on('SIGTERM', () => {});
