const variable = 'PATCHBAY_PROCESS';

/** The name of this process within its server: 1 to `WORKERS`. A replacement takes over the name. */
export const processName = (): string => process.env[variable] ?? '1';

/** The environment variable that passes a process its name. */
export const nameProcess = (name: number): Record<string, string> => ({ [variable]: String(name) });
