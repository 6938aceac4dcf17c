import type { PasskeyCreation, PasskeyRequest } from '@patchbay/client';
import { useEffect, useRef, useState } from 'preact/hooks';

interface PasskeyButtonProps {
  /** What the button of the form around it would send as `do`. */
  name: string;
  label: string;
  /** For a new passkey, or for one that is proved. */
  create?: PasskeyCreation;
  get?: PasskeyRequest;
}

type Asked = Pick<PasskeyButtonProps, 'create' | 'get'>;

const ask = ({ create, get }: Asked): Promise<Credential | null> => {
  if (create !== undefined) {
    const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(
      create as PublicKeyCredentialCreationOptionsJSON,
    );
    return navigator.credentials.create({ publicKey });
  }
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(
    get as PublicKeyCredentialRequestOptionsJSON,
  );
  return navigator.credentials.get({ publicKey });
};

/** In place of what browsers say, by the name of the error. */
const faults: Readonly<Record<string, string>> = {
  NotAllowedError:
    'No passkey was used: it was canceled, it took too long, or there is none here for this registry. Try again.',
  InvalidStateError: 'There is a passkey of your account on this device already.',
  NotSupportedError: 'This device makes no passkeys that this registry takes. Use another one.',
  SecurityError: 'This page is not at the address that passkeys are for. Open the registry by its name.',
};

const unknownFault = 'The browser could not use a passkey. Try again, or go on another way.';

/** Asks the browser for a passkey and sends the form around it with the answer. Without scripts there is none. */
export const Island = ({ name, label, ...asked }: PasskeyButtonProps) => {
  const [isAble, setAble] = useState(false);
  const [fault, setFault] = useState('');
  const field = useRef<HTMLInputElement>(null);
  useEffect(
    () =>
      setAble('PublicKeyCredential' in window && 'parseRequestOptionsFromJSON' in window.PublicKeyCredential),
    [],
  );
  const send = async (): Promise<void> => {
    setFault('');
    try {
      const credential = await ask(asked);
      if (field.current === null || !(credential instanceof PublicKeyCredential)) return;
      field.current.value = JSON.stringify(credential.toJSON());
      field.current.form?.requestSubmit();
    } catch (error) {
      setFault(faults[error instanceof Error ? error.name : ''] ?? unknownFault);
    }
  };
  return (
    <>
      <input type="hidden" name="do" value={name} />
      <input type="hidden" name="credential" ref={field} />
      <button type="button" disabled={!isAble} onClick={() => void send()}>
        {label}
      </button>
      <p class="wrong" aria-live="polite">
        {fault}
      </p>
    </>
  );
};
