import { Island as CopyButton } from '../islands/copy-button.tsx';
import { Island } from './island.tsx';

interface CopiedCommandProps {
  command: string;
  /** What it is called on the button. */
  of: string;
}

/** A command for a terminal, which can be copied. */
export const CopiedCommand = ({ command, of }: CopiedCommandProps) => (
  <div class="command">
    <code>{command}</code>
    <Island name="copy-button" of={CopyButton} props={{ text: command, of }} />
  </div>
);
