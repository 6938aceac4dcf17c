import { formatDay } from '../format.ts';

interface DayProps {
  /** ISO 8601. */
  time: string;
  /** Whether a script says how long ago it was. A page is kept, so the server cannot. */
  isAgo?: boolean;
}

/** A moment, shown as its day. */
export const Day = ({ time, isAgo = false }: DayProps) => (
  <time dateTime={time} title={time} {...(isAgo && { 'data-ago': '' })}>
    {formatDay(time)}
  </time>
);
