/** Questions to somebody at a terminal. Each throws the error `cancelled` if they leave instead. */
export interface Prompts {
  /** Returns the answer without the space around it. `check` returns what is wrong with an answer. */
  text(message: string, options?: TextOptions): Promise<string>;
  /** As `text`, without showing the answer. */
  secret(message: string): Promise<string>;
  /** False if the signal ends the question. */
  confirm(message: string, options?: ConfirmOptions): Promise<boolean>;
  select<Value extends string>(message: string, options: readonly SelectOption<Value>[]): Promise<Value>;
}

export interface TextOptions {
  readonly initial?: string | undefined;
  readonly check?: ((answer: string) => string | undefined) | undefined;
}

export interface ConfirmOptions {
  /** What Enter means; no by default. */
  readonly initial?: boolean;
  readonly signal?: AbortSignal;
}

export interface SelectOption<Value> {
  readonly value: Value;
  readonly label: string;
}
