import { columns } from './columns.ts';
import type { Ink } from './ink.ts';

/** A line for each label with a value. */
export const fields = (ink: Ink, values: Readonly<Record<string, string | number | undefined>>): string =>
  columns(
    Object.entries(values).flatMap(([label, value]) =>
      value === undefined || value === '' ? [] : [[ink.dim(label), String(value)]],
    ),
  );
