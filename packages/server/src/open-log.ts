import { type LoggerOptions, type Logger, pino } from 'pino';

/** Lines that wait while they cannot be written, in characters; more are dropped. */
const waitingMax = 2 ** 20;

/** A log on standard error. A disk that is full under it ends nothing: the lines are written once there is space again. */
export const openLog = (options: LoggerOptions): Logger => {
  const stream = pino.destination({ dest: 2, maxLength: waitingMax });
  let isAway = false;
  stream.on('error', () => (isAway = true)).on('write', () => (isAway = false));
  const flush = stream.flushSync.bind(stream);
  // The runtime calls it when the process ends, and it would not return before there is space.
  stream.flushSync = () => isAway || flush();
  return pino(options, stream);
};

/** The log of a command that starts a server for itself: what an operator must know of. */
export const openCommandLog = (): Logger => openLog({ level: 'warn', base: null });
