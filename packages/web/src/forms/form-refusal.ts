/** A form that is wrong before the registry is called: name of a field → what is wrong with it. */
export class FormRefusal extends Error {
  override readonly name = 'FormRefusal';
  readonly faults: Readonly<Record<string, string>>;
  readonly status: number;

  constructor(
    faults: Readonly<Record<string, string>>,
    message = 'Correct the marked fields.',
    status = 400,
  ) {
    super(message);
    this.faults = faults;
    this.status = status;
  }
}
