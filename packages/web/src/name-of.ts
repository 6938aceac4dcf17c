/** What to call a node or a publisher: its name, or its id if it has none. */
export const nameOf = ({ id, name }: { readonly id: string; readonly name?: string | undefined }): string =>
  name === undefined || name === '' ? id : name;
