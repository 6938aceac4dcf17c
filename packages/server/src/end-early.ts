/** By which the system, a terminal or a service manager ends a server. */
export const endSignals = ['SIGTERM', 'SIGINT'] as const;

/** A server that does not listen yet has nothing to finish. Without this, one that is process 1 hears no signal. */
export const endEarly = (): void => process.exit(0);
