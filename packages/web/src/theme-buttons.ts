/** Changes the theme in place: what is typed on the page stays. */
export const startThemeButtons = (): void => {
  const form = document.querySelector<HTMLFormElement>('form.themes');
  form?.addEventListener('submit', (event) => {
    const { submitter: chosen } = event;
    if (!(chosen instanceof HTMLButtonElement)) return;
    event.preventDefault();
    const body = new URLSearchParams({ theme: chosen.value });
    // The browser keeps the cookie of the answer, whatever page that leads to.
    void fetch(form.action, { method: 'POST', body, redirect: 'manual', keepalive: true }).catch(() => {});
    if (chosen.value === 'system') delete document.documentElement.dataset['theme'];
    else document.documentElement.dataset['theme'] = chosen.value;
    for (const button of form.querySelectorAll('button')) {
      button.setAttribute('aria-pressed', String(button === chosen));
    }
  });
};
