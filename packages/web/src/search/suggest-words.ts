const pauseMs = 150;

/**
 * Offers what the registry suggests for the words in the search for nodes of a page: a list below the field, which
 * arrow keys, a pointer and screen readers choose from. What is chosen is searched for.
 */
export const suggestWords = (): void => {
  const fields = document.querySelectorAll<HTMLInputElement>(
    'form.search[role=search] [name=q]:not([aria-controls])',
  );
  for (const field of fields) offerWords(field);
};

const offerWords = (field: HTMLInputElement): void => {
  let timer: number | undefined;
  let asking: AbortController | undefined;
  let list: HTMLElement | undefined;
  const options = (): Element[] => [...(list?.children ?? [])];

  const mark = (marked: Element | undefined): void => {
    for (const option of options()) option.setAttribute('aria-selected', String(option === marked));
    if (marked === undefined) field.removeAttribute('aria-activedescendant');
    else field.setAttribute('aria-activedescendant', marked.id);
  };
  const show = (texts: readonly string[]): void => {
    if (list === undefined && texts.length === 0) return;
    list ??= addList(field);
    list.replaceChildren(...texts.map((text, index) => optionOf(text, `${field.id}-word-${index}`)));
    list.hidden = texts.length === 0;
    field.setAttribute('aria-expanded', String(!list.hidden));
    mark(undefined);
  };
  const close = (): void => {
    clearTimeout(timer);
    asking?.abort();
    show([]);
  };
  const ask = async (words: string): Promise<void> => {
    asking = new AbortController();
    const texts = await suggest(field, words, asking.signal);
    if (texts !== undefined) show(texts);
  };
  const choose = (option: Element): void => {
    field.value = option.textContent;
    close();
  };

  field.addEventListener('input', () => {
    clearTimeout(timer);
    asking?.abort();
    const words = field.value.trim();
    if (words === '') return show([]);
    timer = window.setTimeout(() => void ask(words), pauseMs);
  });
  field.addEventListener('keydown', (event) => {
    const offered = options();
    if (offered.length === 0 || event.isComposing) return;
    const at = offered.findIndex((option) => option.getAttribute('aria-selected') === 'true');
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const marked = offered[at];
    if (step !== undefined) {
      // Between the last and the first is the field itself.
      const places = offered.length + 1;
      mark(offered[((at + 1 + step + places) % places) - 1]);
    } else if (event.key === 'Escape') close();
    // The browser sends the form then.
    else if (event.key === 'Enter' && marked !== undefined) return choose(marked);
    else return;
    event.preventDefault();
  });
  field.addEventListener('blur', close);
  field.form?.addEventListener('submit', close);
  // The field would lose the focus, and so the list.
  field.form?.addEventListener('mousedown', (event) => {
    if (list?.contains(event.target as Node) === true) event.preventDefault();
  });
  field.form?.addEventListener('click', (event) => {
    const option = options().find((one) => one.contains(event.target as Node));
    if (option === undefined) return;
    choose(option);
    field.form?.requestSubmit();
  });
};

/** Undefined if there is no answer: one can still search. */
const suggest = async (
  field: HTMLInputElement,
  words: string,
  signal: AbortSignal,
): Promise<string[] | undefined> => {
  try {
    const address = `${field.form?.action ?? ''}/suggest?search=${encodeURIComponent(words)}`;
    const response = await fetch(address, { signal, credentials: 'omit' });
    if (!response.ok) return undefined;
    const { suggestions } = (await response.json()) as { suggestions: { text: string }[] };
    return [...new Set(suggestions.map(({ text }) => text))];
  } catch (error) {
    // Ended by the next letter, or nobody answers.
    if (!signal.aborted && !(error instanceof TypeError)) throw error;
    return undefined;
  }
};

/** Made when it is needed, because a field with a list is announced as one. */
const addList = (field: HTMLInputElement): HTMLElement => {
  const list = document.createElement('ul');
  list.id = `${field.id}-words`;
  list.setAttribute('role', 'listbox');
  list.setAttribute('aria-label', 'Suggestions');
  field.after(list);
  field.setAttribute('role', 'combobox');
  field.setAttribute('aria-autocomplete', 'list');
  field.setAttribute('aria-controls', list.id);
  field.autocomplete = 'off';
  return list;
};

const optionOf = (text: string, id: string): HTMLElement => {
  const option = document.createElement('li');
  option.id = id;
  option.setAttribute('role', 'option');
  option.dir = 'auto';
  option.textContent = text;
  return option;
};
