import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { judgeLine } from '../../../../bench/soak/judge-line.ts';
import type { Line } from '../../../../bench/soak/lines.ts';
import type { Sample } from '../../../../bench/soak/sample.ts';

const latency = { p50: 1, p90: 1, p99: 1, p999: 1, max: 1 };
const still: Sample = {
  seconds: 0,
  resident: 0,
  heap: 0,
  external: 0,
  responseCache: 0,
  handles: 0,
  files: 0,
  connections: 0,
  jobsWaiting: 0,
  database: 0,
  writeAheadLog: 0,
  packages: 0,
  serverLog: 0,
  changes: 0,
  packagesStored: 0,
  requests: 0,
  latencies: { read: latency, write: latency },
};
const minutes = 60;

/** A sample a minute. */
const samples = (at: (minute: number) => Partial<Sample>): Sample[] =>
  Array.from({ length: minutes + 1 }, (_, minute) => ({ ...still, seconds: minute * 60, ...at(minute) }));

const resident: Line = { name: 'resident', unit: '', of: (sample) => sample.resident, tolerance: 5 };
const noise = (minute: number): number => (minute * 7) % 5;
const isGrowing = (line: Line, at: (minute: number) => Partial<Sample>): boolean =>
  judgeLine(line, samples(at)).isGrowing;

suite('the verdict on a line of a soak', () => {
  test('is that it grows if it rises to the end', () => {
    assert.equal(
      isGrowing(resident, (minute) => ({ resident: 100 + minute + noise(minute) })),
      true,
    );
  });

  test('is that it is flat if it rises only in the beginning, falls, varies, or rises by little', () => {
    const flat: readonly ((minute: number) => number)[] = [
      (minute) => 100 + Math.min(minute, 10) * 10 + noise(minute),
      (minute) => 200 - minute,
      (minute) => 100 + 20 * noise(minute),
      (minute) => 100 + minute / 10,
    ];
    for (const of of flat)
      assert.equal(
        isGrowing(resident, (minute) => ({ resident: of(minute) })),
        false,
        String(of),
      );
  });

  test('does not count growth within the tolerance, however small the mean', () => {
    assert.equal(
      isGrowing(resident, (minute) => ({ resident: minute / 20 })),
      false,
    );
  });

  test('does not count what grows with the data, and counts what grows beyond that', () => {
    const line: Line = {
      name: 'database',
      unit: '',
      of: ({ database }) => database,
      per: ({ changes }) => changes,
      tolerance: 1,
    };
    const changes = (minute: number) => 1_000 + 100 * minute;
    assert.equal(
      isGrowing(line, (minute) => ({ changes: changes(minute), database: 7 * changes(minute) })),
      false,
    );
    assert.equal(
      isGrowing(line, (minute) => ({
        changes: changes(minute),
        database: 7 * changes(minute) + 20 * minute ** 2,
      })),
      true,
    );
  });
});
