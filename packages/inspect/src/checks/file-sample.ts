/** What is known of a file before its text is read. */
export interface FileSample {
  name: string;
  /** Its first bytes. */
  head: Buffer;
  /** The names in it if it is a zip, else none. */
  innerNames: readonly string[];
  hasEntry: (name: string) => boolean;
}
