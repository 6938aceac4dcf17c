import type { ComponentChildren } from 'preact';

interface AlertProps {
  /** For a field that it is about. */
  id?: string;
  children: ComponentChildren;
}

// A browser looks at it where a page begins, and complains where it is added later.
const isServer = typeof document === 'undefined';

// One function, so that it is called once for each that appears.
const focus = (element: HTMLElement | null): void => element?.focus();

/** What was wrong with what a visitor sent. The focus goes there, without scripts as well. */
export const Alert = ({ id, children }: AlertProps) => (
  <p class="alert" id={id} ref={focus} role="alert" tabIndex={-1} autofocus={isServer}>
    {children}
  </p>
);
