import type { Endpoint, Endpoints, ErrorReply, Reply as BodyOf } from '@patchbay/contract';

type Segments<Path extends string> = Path extends `${infer First}/${infer Rest}`
  ? [First, ...Segments<Rest>]
  : [Path];
type WithoutQuery<Sent extends string> = Sent extends `${infer Path}?${string}` ? Path : Sent;

/** Whether the segments that were sent are those of a path; one between braces stands for any. */
type Matches<Sent extends readonly string[], Path extends readonly string[]> = Sent extends readonly [
  infer One extends string,
  ...infer Others extends string[],
]
  ? Path extends readonly [infer Named extends string, ...infer Rest extends string[]]
    ? Named extends `{${string}}`
      ? Matches<Others, Rest>
      : One extends Named
        ? Matches<Others, Rest>
        : false
    : false
  : Path extends readonly []
    ? true
    : false;

type Each = Endpoints[keyof Endpoints];
/** One whose path is exactly what was sent comes before those with a parameter in its place. */
type Found<Method extends string, Sent extends string, All extends Endpoint = Each> = string extends Sent
  ? never
  : Sent extends Each['path']
    ? Extract<All, { method: Method; path: Sent }>
    : All extends { method: Method; path: infer Path extends string }
      ? Matches<Segments<Sent>, Segments<Path>> extends true
        ? All
        : never
      : never;

/** A test that reads an item expects it to be there. */
interface Expected<Item> {
  0: Item;
  1: Item;
  2: Item;
  3: Item;
  at(index: number): Item;
  find(isIt: (item: Item) => boolean): Item;
  filter(isIt: (item: Item) => boolean): List<Item>;
}

type List<Item> = Expected<Item> & Item[];

type Intersection<Union> = (Union extends unknown ? (one: Union) => void : never) extends (
  all: infer All,
) => void
  ? All
  : never;

type PresentObject<Value> = Value extends object
  ? keyof Value extends never
    ? // oxlint-disable-next-line typescript/no-explicit-any -- the contract leaves open what is in it
      any
    : {
        -readonly [Key in keyof Value]-?: Key extends 'before' | 'after'
          ? // oxlint-disable-next-line typescript/no-explicit-any -- a change is of any resource
            any
          : Present<NonNullable<Value[Key]>>;
      }
  : never;

/** As a test reads it, which knows what it asked for: nothing is optional, and of several shapes it has all. */
type Present<Value> = [Value] extends [readonly (infer Item)[]]
  ? List<Present<Item>>
  : [Value] extends [object]
    ? Intersection<PresentObject<Value>>
    : Value;

/** Some answers have no body, and an endpoint may have several. */
type Seen<Body> = [Extract<Body, object>] extends [never] ? unknown : Present<Extract<Body, object>>;

/** What a request is answered with by the contract, a success or an error. Untyped where the path is not known. */
export type ReplyBody<Method extends string, Sent extends string> = [
  Found<Method, WithoutQuery<Sent>>,
] extends [never]
  ? // oxlint-disable-next-line typescript/no-explicit-any -- no contract says what is there
    any
  : Seen<BodyOf<Found<Method, WithoutQuery<Sent>>>> & Present<ErrorReply>;
