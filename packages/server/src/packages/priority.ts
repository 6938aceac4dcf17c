/**
 * The share of the processors that a process gets, the greatest first: `equal` is that of the server, `low` a tenth of
 * it, and `spare` runs only on idle processors and yields at once.
 */
const priorities = ['equal', 'low', 'spare'] as const;

export type Priority = (typeof priorities)[number];

/** Whether a process of this priority may get the other. Without a privilege, none ever gets a greater share again. */
export const mayBecome = (priority: Priority, other: Priority): boolean =>
  priorities.indexOf(priority) <= priorities.indexOf(other);
