/** A flag without a value. */
export const isSet = (brief: string) =>
  ({ kind: 'boolean', brief, default: false, withNegated: false }) as const;

/** A flag with a text. */
export const text = (placeholder: string, brief: string) =>
  ({ kind: 'parsed', parse: String, placeholder, brief }) as const;

/** A flag with a text that may be left out. */
export const optionalText = (placeholder: string, brief: string) =>
  ({ ...text(placeholder, brief), optional: true }) as const;

/** The only argument of a command. */
export const oneArgument = (placeholder: string, brief: string) =>
  ({ kind: 'tuple', parameters: [{ parse: String, placeholder, brief }] }) as const;
