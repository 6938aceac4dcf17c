/** What is known of a file before its text is read. */
export interface FileSample {
  name: string;
  /** Its first bytes. */
  head: Buffer;
  /** Names in the zip that the file is, none when it is not one. */
  innerNames: readonly string[];
  hasEntry: (name: string) => boolean;
}
