import { Island } from '../../components/island.tsx';
import { Island as CopyButton } from '../../islands/copy-button.tsx';

/** The secret of a webhook, which no other page shows. */
export const SecretBox = ({ secret }: { secret: string }) => (
  <div class="secret" role="status">
    <p>This is the secret that signs the deliveries. Copy it now: it is not shown again.</p>
    <pre tabIndex={0}>{secret}</pre>
    <Island name="copy-button" of={CopyButton} props={{ text: secret, of: 'the secret' }} />
  </div>
);
