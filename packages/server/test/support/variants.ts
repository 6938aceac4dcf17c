import { AsyncLocalStorage } from 'node:async_hooks';
import { suite as nodeSuite } from 'node:test';
import { type Profile, builtInProfiles } from '@patchbay/contract';

/** What a suite about endpoints runs on: settings of the server, and the profile in which it is spoken to. */
export interface Variant {
  name: string;
  profile: Profile;
  /** Besides HOST_PROFILE, which is the profile's. */
  environment: Readonly<Record<string, string>>;
}

const neutral: Variant = { name: 'sqlite, app', profile: builtInProfiles.app, environment: {} };

/** Each part is in one of them at least; not every part with every other, since each costs a whole run. */
const variants: readonly Variant[] = [
  neutral,
  { name: 'sqlite, comfyui', profile: builtInProfiles.comfyui, environment: {} },
];

const current = new AsyncLocalStorage<Variant>();

/** The variant of the suite that is running; neutral names elsewhere. */
export const currentVariant = (): Variant => current.getStore() ?? neutral;

/** A suite that runs in every variant. A test keeps the variant in which it was registered. */
export const suite = (name: string, body: () => void | Promise<void>): void => {
  for (const variant of variants) {
    current.run(variant, () => {
      nodeSuite(`${name} (${variant.name})`, body);
    });
  }
};
