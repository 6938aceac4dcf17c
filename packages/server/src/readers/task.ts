/** One call of a function of `packageTasks` about the package that the process was given. */
export interface TaskRequest {
  name: 'inspect' | 'check' | 'extract';
  data: object;
}

/** A reply is a line for each part of a list, and a last line with the value or the error. */
export type ReplyLine = { part: unknown; of: string } | { value: unknown } | { error: string };

/** The lists of a value that are sent in parts, so that no line takes long to parse. */
export const partedLists: Readonly<Record<TaskRequest['name'], readonly string[]>> = {
  inspect: [],
  check: [],
  extract: ['appNodes', 'files'],
};

/** The number under which a reader process holds its package open. */
export const packageDescriptor = 3;
