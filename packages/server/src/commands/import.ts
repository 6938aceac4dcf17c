import { command } from './command.ts';
import { oneArgument, optionalText } from './flags.ts';

export const importCatalogue = command({
  brief: 'Publish the nodes of a catalogue file',
  description:
    'It acts as the moderator in ADMIN_EMAIL and ADMIN_PASSWORD, and continues where an earlier import ended.',
  parameters: {
    positional: oneArgument('catalogue.jsonl', 'One node on each line, as JSON'),
    flags: { url: optionalText('registry', 'A running registry, instead of the data in DATA_DIR') },
  },
  load: () => import('./import/run.ts'),
});
