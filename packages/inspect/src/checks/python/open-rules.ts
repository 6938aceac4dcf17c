import type { RuleId } from '../ruleset.ts';
import { pythonNames } from '../rules/python-names.ts';
import { pythonRuleList } from '../rules/python-rules.ts';
import type { PythonRule } from '../rules/python-rule.ts';
import { takeoverRuleList } from '../rules/takeover-rules.ts';
import { theftRuleList } from '../rules/theft-rules.ts';
import type { PythonCall } from './python-call.ts';
import type { ResolvedName } from './resolved-name.ts';

export const callRules: readonly (readonly [RuleId, PythonRule])[] = [
  ...pythonRuleList,
  ...takeoverRuleList,
  ...theftRuleList,
];

/** What holds for every call under one name. */
interface NameFacts {
  /** The rules that do not turn it down by its name. */
  rules: readonly (readonly [RuleId, PythonRule])[];
  runsCode: boolean;
  runsCommand: boolean;
}

const namesMax = 20_000;
const nameLengthMax = 200;

/**
 * Packages call the same few functions very often, and most rules turn them down by their name. What a rule returned
 * without a look at anything else of the call holds for all calls of that name.
 */
const known = new Map<string, NameFacts>();

const keyOf = ({ name, isHidden, isEncoded }: ResolvedName): string =>
  `${name} ${Number(isHidden)}${Number(isEncoded)}`;

const factsOf = ({ name }: ResolvedName): NameFacts => ({
  rules: callRules,
  runsCode: pythonNames.runsCode.test(name),
  runsCommand: pythonNames.runsCommand.test(name),
});

/** Whether a call under this name can be of any interest. */
export const isOfInterest = (name: ResolvedName): boolean => {
  const facts = known.get(keyOf(name));
  return facts === undefined || facts.rules.length > 0 || facts.runsCode || facts.runsCommand;
};

/** The rules that find something in a call, and what its name tells. */
export const judgeCall = (call: PythonCall): { rules: RuleId[] } & Omit<NameFacts, 'rules'> => {
  const name = { name: call.callee, isHidden: call.isHidden, isEncoded: call.isEncoded };
  const facts = known.get(keyOf(name)) ?? factsOf(name);
  const watched = new WatchedCall(call);
  const open: NameFacts['rules'][number][] = [];
  const found: RuleId[] = [];
  for (const entry of facts.rules) {
    watched.isLookedAt = false;
    const hasFound = entry[1].finds(watched);
    if (hasFound) found.push(entry[0]);
    if (hasFound || watched.isLookedAt) open.push(entry);
  }
  if (open.length < facts.rules.length && call.callee.length <= nameLengthMax) {
    if (known.size >= namesMax) known.clear();
    known.set(keyOf(name), { ...facts, rules: open });
  }
  return { rules: found, runsCode: facts.runsCode, runsCommand: facts.runsCommand };
};

/** A call that notices whether anything but its name is read. */
class WatchedCall implements PythonCall {
  isLookedAt = false;
  readonly callee: string;
  readonly isHidden: boolean;
  readonly isEncoded: boolean;
  readonly #call: PythonCall;

  constructor(call: PythonCall) {
    this.#call = call;
    this.callee = call.callee;
    this.isHidden = call.isHidden;
    this.isEncoded = call.isEncoded;
  }

  #look(): PythonCall {
    this.isLookedAt = true;
    return this.#call;
  }

  get isAtImport() {
    return this.#look().isAtImport;
  }
  get isWithPackage() {
    return this.#look().isWithPackage;
  }
  get literal() {
    return this.#look().literal;
  }
  get mode() {
    return this.#look().mode;
  }
  get code() {
    return this.#look().code;
  }
  get keywords() {
    return this.#look().keywords;
  }
  get command() {
    return this.#look().command;
  }
  get given() {
    return this.#look().given;
  }
  get origins() {
    return this.#look().origins;
  }
  get target() {
    const call = this.#look();
    return call.target.bind(call);
  }
  get receiver() {
    return this.#look().receiver;
  }
  get runsDownload() {
    return this.#look().runsDownload;
  }
  get fileHolds() {
    return this.#look().fileHolds;
  }
  get packageHolds() {
    return this.#look().packageHolds;
  }
  get start() {
    return this.#look().start;
  }
  get end() {
    return this.#look().end;
  }
}
