import { fetchWithProgress } from '@patchbay/client';

interface Sent {
  /** Where the response is from, after redirects. */
  readonly address: string;
  readonly page: Document;
}

/** Sends a form and says how much of it has left. Fails if no page comes back. */
export const sendForm = async (
  to: string,
  body: FormData,
  onProgress: (share: number) => void,
): Promise<Sent> => {
  const response = await fetchWithProgress(to, { method: 'POST', body }, (sent, total) =>
    onProgress(total > 0 ? sent / total : 0),
  );
  if (!response.headers.get('content-type')?.includes('html')) throw new Error('no page');
  const page = new DOMParser().parseFromString(await response.text(), 'text/html');
  return { address: response.url, page };
};
