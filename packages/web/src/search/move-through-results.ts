/** Moves from the search through its results by arrow keys, and clears it by Escape. */
export const moveThroughResults = (form: HTMLFormElement, onClear: () => void, signal: AbortSignal): void => {
  const field = form.querySelector<HTMLInputElement>('[name=q]');
  const results = document.getElementById('results');
  if (field === null || results === null) return;

  const move = (event: KeyboardEvent): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const isHere = event.target === field || results.contains(event.target as Node);
    if (!isHere || event.isComposing || event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === 'Escape') {
      event.preventDefault();
      field.focus();
      if (field.value === '') return;
      field.value = '';
      onClear();
      return;
    }
    if (step === undefined) return;
    const stops: HTMLElement[] = [field, ...results.querySelectorAll<HTMLElement>('h3 a')];
    const next = stops[stops.findIndex((stop) => stop === document.activeElement) + step];
    if (next === undefined || !stops.some((stop) => stop === document.activeElement)) return;
    event.preventDefault();
    next.focus();
  };
  document.addEventListener('keydown', move, { signal });
};
