import { formatDay } from '../format.ts';

interface DayProps {
  /** ISO 8601. */
  time: string;
}

/** A moment, shown as its day. */
export const Day = ({ time }: DayProps) => (
  <time dateTime={time} title={time}>
    {formatDay(time)}
  </time>
);
