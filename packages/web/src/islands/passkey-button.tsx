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
      // The person canceled it, or the browser has no passkey for this registry.
      setFault(error instanceof Error ? error.message : String(error));
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
