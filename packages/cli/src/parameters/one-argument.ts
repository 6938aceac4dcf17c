/** The only argument of a command. */
export const oneArgument = (placeholder: string, brief: string) =>
  ({ kind: 'tuple', parameters: [{ parse: String, placeholder, brief }] }) as const;
