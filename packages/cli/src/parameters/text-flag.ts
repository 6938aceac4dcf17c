/** An optional flag with a text. */
export const textFlag = (brief: string, placeholder = 'text') =>
  ({ kind: 'parsed', parse: String, optional: true, placeholder, brief }) as const;
