import { cpus } from 'node:os';
import { canPin } from '../servers/pin.ts';
import type { Settings } from '../settings.ts';
import type { Row } from './row.ts';

/** The result of one benchmark, and how it was measured. */
export interface Result {
  measuredAt: string;
  machine: { processor: string; cores: number; node: string; bound: boolean };
  settings: Settings;
  rows: readonly Row[];
}

/** By the benchmark's name. */
export type Results = Readonly<Record<string, Result>>;

export const resultOf = (settings: Settings, rows: readonly Row[]): Result => ({
  measuredAt: new Date().toISOString(),
  machine: {
    processor: cpus()[0]?.model.trim() ?? 'unknown',
    cores: cpus().length,
    node: process.version,
    bound: canPin,
  },
  settings,
  rows,
});
