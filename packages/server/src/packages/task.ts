/** A function of `packageTasks` about one package. */
export type TaskName = 'inspect' | 'check' | 'extract';

/** One call of a function about the package that the process was given; `start` needs none. */
export interface TaskRequest {
  name: 'start' | TaskName;
  data: object;
}

/** A reply is a line for each part of a list, and a last line with the value or the error. */
export type ReplyLine = { part: unknown; of: string } | { value: unknown } | { error: string };

/** The lists of a value that are sent in parts, so that no line takes long to parse. */
export const partedLists: Readonly<Record<TaskRequest['name'], readonly string[]>> = {
  start: [],
  inspect: [],
  check: [],
  extract: ['appNodes', 'files'],
};

/** The number under which a reader process holds its package open. */
export const packageDescriptor = 3;
