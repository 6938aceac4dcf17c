import { readDoc, section } from './repository.ts';

export interface Step {
  /** What the page says above the commands. */
  promise: string;
  commands: string;
  /** What it says they print, `…` for any text; undefined where it says nothing. */
  prints: string | undefined;
}

const stepPattern = /([^\n]+)\n\n```bash\n(.*?)```\n(?:\n```(?:json|text)\n(.*?)\n```\n)?/gs;

/** The steps of a session, which a section of a page shows. */
export const readSteps = (page: string, title: string): Step[] =>
  [...section(readDoc(page), title).matchAll(stepPattern)].map(([, promise = '', commands = '', prints]) => ({
    promise,
    commands,
    prints,
  }));
