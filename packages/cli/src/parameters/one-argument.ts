import { pathSegment } from './path-segment.ts';

/** The only argument of a command. */
export const oneArgument = (placeholder: string, brief: string) =>
  ({ kind: 'tuple', parameters: [{ parse: pathSegment, placeholder, brief }] }) as const;

/** The only argument of a command that also works without it. */
export const optionalArgument = (placeholder: string, brief: string) =>
  ({ kind: 'tuple', parameters: [{ parse: String, optional: true, placeholder, brief }] }) as const;
