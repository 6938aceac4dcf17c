/** A text as a field of one line holds it: browsers take the line breaks out. */
export const oneLine = (text: string): string => text.replaceAll(/[\r\n]/g, '');
