/** A style sheet as the build for the server imports it: its text. */
declare module '*.css' {
  const text: string;
  export default text;
}
