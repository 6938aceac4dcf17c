import { pathSegment } from './path-segment.ts';

/** Flags that several commands have. */
export const yesFlag = {
  kind: 'boolean',
  brief: 'Do it without asking',
  default: false,
  withNegated: false,
} as const;

export const publisherFlag = {
  kind: 'parsed',
  parse: pathSegment,
  optional: true,
  placeholder: 'id',
  brief: 'The publisher, if you have several',
} as const;

export const eventsFlag = {
  kind: 'parsed',
  parse: String,
  variadic: ',',
  optional: true,
  placeholder: 'events',
  brief: 'The events it receives, by default all',
} as const;
