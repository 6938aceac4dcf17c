const variable = 'PATCHBAY_PROCESS';

/** Which process of its server this is: 1 to `WORKERS`. One that takes the place of another takes its name as well. */
export const processName = (): string => process.env[variable] ?? '1';

/** The environment by which a process that is started knows its name. */
export const nameProcess = (name: number): Record<string, string> => ({ [variable]: String(name) });
