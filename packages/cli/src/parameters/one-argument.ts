import { pathSegment } from './path-segment.ts';

/** The only argument of a command. */
export const oneArgument = (placeholder: string, brief: string) =>
  ({ kind: 'tuple', parameters: [{ parse: pathSegment, placeholder, brief }] }) as const;
