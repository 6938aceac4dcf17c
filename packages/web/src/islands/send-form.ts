interface Sent {
  /** Where the response is from, after redirects. */
  readonly address: string;
  readonly page: Document;
}

/** Sends a form and says how much of it has left, which `fetch` cannot. Fails if no page comes back. */
export const sendForm = (to: string, body: FormData, onProgress: (share: number) => void): Promise<Sent> =>
  new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.responseType = 'document';
    request.upload.addEventListener('progress', ({ loaded, total }) =>
      onProgress(total > 0 ? loaded / total : 0),
    );
    request.upload.addEventListener('load', () => onProgress(1));
    request.addEventListener('load', () => {
      const page = request.responseXML;
      if (page === null) reject(new Error('no page'));
      else resolve({ address: request.responseURL, page });
    });
    for (const event of ['error', 'abort', 'timeout'] as const) {
      request.addEventListener(event, () => reject(new Error(event)));
    }
    request.open('POST', to);
    request.send(body);
  });
