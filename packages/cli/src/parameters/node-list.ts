/** The parameters of a command that takes any number of nodes. */
export const nodeList = (placeholder: string, brief: string, minimum = 0) =>
  ({ kind: 'array', minimum, parameter: { parse: String, placeholder, brief } }) as const;
