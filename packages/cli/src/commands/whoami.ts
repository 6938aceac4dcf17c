import type { Call } from '../call.ts';
import { command } from '../command.ts';
import { identify } from '../credentials/identify.ts';
import { identitySchema, identityText } from '../credentials/identity.ts';

export const whoami = command({
  brief: 'Show who is signed in, and to which registry',
  data: identitySchema,
  parameters: {},
  async run(call: Call) {
    const signedIn = await call.connectSignedIn();
    const { registry, credential } = signedIn;
    return { registry, source: credential.source, ...(await identify(signedIn)) };
  },
  text: identityText,
});
