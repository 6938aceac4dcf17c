import { isPlaced } from '../evaluate/package-paths.ts';
import { isKind, isSequence, type Value, none } from '../values/value.ts';
import { writeJson } from '../values/write-json.ts';
import type { ExtractedAppNode } from '../extraction.ts';

/** One app-node, with the share of it that is known with certainty. */
export interface ReadDefinition {
  appNode: ExtractedAppNode;
  /** 0 to 1. */
  certainty: number;
}

type Fields = Omit<ExtractedAppNode, 'app_node_name' | 'policy'>;
type TextField = 'category' | 'description' | 'function';
type FlagField = 'deprecated' | 'experimental' | 'input_is_list' | 'output_node';
type JsonField = 'input_types' | 'return_names' | 'return_types';
type TextsField = keyof typeof textsBounds;

/** The limits of the interface. A value that could not be sent to a client counts as unknown. */
const displayNameCharsMax = 200;
const textsCharsMax = 200_000;
const textsBounds = {
  output_tooltips: { itemsMax: 1_000, charsMax: 10_000 },
  search_aliases: { itemsMax: 100, charsMax: 200 },
};

const isStorable = (text: string, charsMax: number): boolean =>
  text.length <= charsMax && /^[^\0\p{Cs}]*$/u.test(text);

/** Collects the fields of one app-node. A missing value stays absent; an unknown one lowers the certainty. */
export class FieldCollector {
  readonly #fields: Fields = {};
  #considered = 0;
  #known = 0;

  addText(name: TextField, value: Value | undefined): void {
    const text = isKind(value, 'instance') ? value.native : value;
    if (text === undefined || text === none) return;
    const isKnown = typeof text === 'string' && !isPlaced(text);
    if (isKnown) this.#fields[name] = text;
    this.#count(isKnown ? 1 : 0);
  }

  addDisplayName(value: Value | undefined): void {
    if (value === undefined || value === none) return;
    const isKnown = typeof value === 'string' && isStorable(value, displayNameCharsMax);
    if (isKnown) this.#fields.display_name = value;
    this.#count(isKnown ? 1 : 0);
  }

  /** A text for each item, empty for None. A single text counts as a list of one. */
  addTexts(name: TextsField, value: Value | undefined): void {
    if (value === undefined || value === none) return;
    const { itemsMax, charsMax } = textsBounds[name];
    const items = isSequence(value) ? value.items : [value];
    const texts = items.map((item) => (item === none ? '' : item)).filter((item) => typeof item === 'string');
    const isKnown =
      texts.length === items.length &&
      texts.length <= itemsMax &&
      texts.join('').length <= textsCharsMax &&
      texts.every((text) => isStorable(text, charsMax));
    if (isKnown && texts.some((text) => text !== '')) this.#fields[name] = texts;
    this.#count(isKnown ? 1 : 0);
  }

  addFlag(name: FlagField, value: Value | undefined): void {
    if (value === undefined || value === none) return;
    if (typeof value === 'boolean') this.#fields[name] = value;
    this.#count(typeof value === 'boolean' ? 1 : 0);
  }

  addFlags(value: Value | undefined): void {
    if (value === undefined || value === none) return;
    const items = isSequence(value) ? value.items : [value];
    const flags = items.filter((item) => typeof item === 'boolean');
    if (flags.length === items.length) this.#fields.output_is_list = flags;
    this.#count(flags.length === items.length ? 1 : 0);
  }

  addJson(name: JsonField, value: Value | undefined): void {
    if (value === undefined || value === none) return;
    const { text, dynamicCount } = writeJson(value);
    this.#fields[name] = text;
    this.#count(1 / (1 + dynamicCount));
  }

  finish(name: string, isUncertain: boolean): ReadDefinition {
    const known = this.#considered === 0 ? 0.25 : this.#known / this.#considered;
    return {
      appNode: { app_node_name: name, ...this.#fields, policy: 'AppNodePolicyActive' },
      certainty: isUncertain ? known / 2 : known,
    };
  }

  #count(known: number): void {
    this.#considered += 1;
    this.#known += known;
  }
}
