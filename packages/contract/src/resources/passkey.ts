import { Type } from 'typebox';
import { limits } from '../limits.ts';
import { patterns } from '../text-rules.ts';
import { Name, Timestamp } from '../text.ts';

export const Passkey = Type.Object({
  id: Type.String(),
  name: Type.String({ description: 'As its owner named it' }),
  created_at: Timestamp('When it was added'),
  last_used_at: Type.Optional(Timestamp('When it last signed in or stepped up')),
});
export type Passkey = Type.Static<typeof Passkey>;

export const PasskeyName = Name(limits.nameCharsMax, 'Where it is kept, for example');

const Base64Url = (maxLength: number) =>
  Type.String({ minLength: 1, maxLength, pattern: patterns.base64url.pattern });

const credential = {
  id: Base64Url(1_400),
  rawId: Base64Url(1_400),
  type: Type.Enum(['public-key']),
  clientExtensionResults: Type.Optional(Type.Object({})),
};

/** What `navigator.credentials.create` gives, as `toJSON` writes it (WebAuthn, section 5.1.8). */
export const NewCredential = Type.Object(
  {
    ...credential,
    response: Type.Object({ clientDataJSON: Base64Url(4_000), attestationObject: Base64Url(20_000) }),
  },
  { description: 'The `toJSON()` of what `navigator.credentials.create` returned' },
);

/** As `NewCredential`, of `navigator.credentials.get`. */
export const ProvedCredential = Type.Object(
  {
    ...credential,
    response: Type.Object({
      clientDataJSON: Base64Url(4_000),
      authenticatorData: Base64Url(4_000),
      signature: Base64Url(2_000),
      userHandle: Type.Optional(Base64Url(200)),
    }),
  },
  { description: 'The `toJSON()` of what `navigator.credentials.get` returned' },
);
export type ProvedCredential = Type.Static<typeof ProvedCredential>;

const Credential = Type.Object({ id: Type.String(), type: Type.String() });

/** For `PublicKeyCredential.parseCreationOptionsFromJSON`. */
export const PasskeyCreation = Type.Object({
  rp: Type.Object({ id: Type.String(), name: Type.String() }),
  user: Type.Object({ id: Type.String(), name: Type.String(), displayName: Type.String() }),
  challenge: Type.String(),
  pubKeyCredParams: Type.Array(Type.Object({ type: Type.String(), alg: Type.Integer() })),
  timeout: Type.Integer(),
  attestation: Type.String(),
  excludeCredentials: Type.Array(Credential),
  authenticatorSelection: Type.Object({
    residentKey: Type.String(),
    requireResidentKey: Type.Boolean(),
    userVerification: Type.String(),
  }),
});
export type PasskeyCreation = Type.Static<typeof PasskeyCreation>;

/** For `PublicKeyCredential.parseRequestOptionsFromJSON`. */
export const PasskeyRequest = Type.Object({
  rpId: Type.String(),
  challenge: Type.String(),
  timeout: Type.Integer(),
  userVerification: Type.String(),
});
export type PasskeyRequest = Type.Static<typeof PasskeyRequest>;
