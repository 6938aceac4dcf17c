const pauseMs = 150;

/** Offers what the registry suggests for the words in the search of a page, which then leads to the results. */
export const suggestWords = (): void => {
  const fields = document.querySelectorAll<HTMLInputElement>('form.search [name=q]:not([aria-controls])');
  for (const field of fields) {
    let timer: number | undefined;
    let asking: AbortController | undefined;
    field.addEventListener('input', () => {
      clearTimeout(timer);
      asking?.abort();
      timer = window.setTimeout(() => {
        asking = new AbortController();
        void suggest(field, asking.signal);
      }, pauseMs);
    });
  }
};

const suggest = async (field: HTMLInputElement, signal: AbortSignal): Promise<void> => {
  const words = field.value.trim();
  if (words === '') return;
  try {
    const address = `${field.form?.action ?? ''}/suggest?search=${encodeURIComponent(words)}`;
    const response = await fetch(address, { signal, credentials: 'omit' });
    if (!response.ok) return;
    const { suggestions } = (await response.json()) as { suggestions: { text: string }[] };
    listFor(field).replaceChildren(
      ...[...new Set(suggestions.map(({ text }) => text))].map((text) => new Option(text, text)),
    );
  } catch (error) {
    // Ended by the next letter, or nobody answers: one can still search.
    if (!signal.aborted && !(error instanceof TypeError)) throw error;
  }
};

/** Made when it is needed, because a field with a list is announced as one. */
const listFor = (field: HTMLInputElement): HTMLElement => {
  if (field.list !== null) return field.list;
  const list = document.createElement('datalist');
  list.id = `${field.id}-words`;
  field.after(list);
  field.setAttribute('list', list.id);
  return list;
};
