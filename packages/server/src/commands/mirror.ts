import { command } from './command.ts';
import { optionalText } from './flags.ts';

export const mirror = command({
  brief: 'Serve a read-only copy of another registry, or write one to a folder',
  description:
    'It goes on where an earlier run ended. What it does not set comes from the environment, as for a server.',
  parameters: {
    flags: {
      from: optionalText('URL|folder', 'The registry, or the folder of a set; MIRROR_FROM by default'),
      to: optionalText('folder', 'Write the copy there as a set and end, instead of serving it'),
      packages: optionalText('all|on-demand|none', 'Which packages to keep; MIRROR_PACKAGES by default'),
      nodes: optionalText('ids', 'Only these nodes, separated by commas; MIRROR_NODES by default'),
      signKey: optionalText('file', 'Sign the set that --to writes with this private key (Ed25519, PEM)'),
      verifyKey: optionalText(
        'file',
        'Read only a set that the private key of this public key (Ed25519, PEM) signed; MIRROR_VERIFY_KEY by default',
      ),
    },
  },
  load: () => import('./mirror/run.ts'),
});
