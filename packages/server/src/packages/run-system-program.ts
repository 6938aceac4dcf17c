import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { systemPath } from './system-path.ts';

const run = promisify(execFile);
const msMax = 10_000;

/** Runs a program of the system that ends soon. Rejects if it is missing, fails, or takes too long. */
export const runSystemProgram = ([program = '', ...args]: readonly string[]) =>
  run(program, args, { env: { PATH: systemPath }, timeout: msMax });
