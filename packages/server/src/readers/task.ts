/** One call of a function of `packageTasks`. */
export interface TaskRequest {
  name: string;
  data: object;
}

export type TaskReply = { value: unknown } | { error: Error };
