/** A flag that is on if it is there. */
export const switchFlag = (brief: string) =>
  ({ kind: 'boolean', brief, default: false, withNegated: false }) as const;
