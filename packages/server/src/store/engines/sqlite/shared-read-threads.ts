import { ReadThreads } from './read-threads.ts';

/** Those of the process, for all its databases: its processors are the same for each. */
export const sharedReadThreads = new ReadThreads();
