/** The only argument of a command about a project: its folder, by default the one that the command is run in. */
export const pathArgument = (placeholder: string, brief: string) =>
  ({ kind: 'tuple', parameters: [{ parse: String, placeholder, brief, default: '.' }] }) as const;
