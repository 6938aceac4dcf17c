import { useHref, useVisit } from '../visit.ts';

/** What is on every page below its content, with the choice of a theme. */
export const Footer = () => {
  const href = useHref();
  const { address, theme } = useVisit();
  return (
    <footer class="bottom">
      <nav aria-label="About">
        <a href={href('/guide')}>Docs</a>
        <a href={href('/status')}>Status</a>
        <a href={href('/guide/api')}>API</a>
        <a href={href('/status#contact')}>Contact</a>
      </nav>
      <form class="themes" method="post" action={href('/theme')} aria-label="Theme">
        <input type="hidden" name="to" value={address} />
        {(['system', 'light', 'dark'] as const).map((name) => (
          <button key={name} name="theme" value={name} aria-pressed={theme === name}>
            {name}
          </button>
        ))}
      </form>
    </footer>
  );
};
