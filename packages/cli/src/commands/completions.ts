import type { Call } from '../call.ts';
import { command } from '../command.ts';

/**
 * Asks this program for the words that can follow. An argument that is a directory or a file is left to the shell. The
 * line is handed over as words, never to be expanded again.
 */
const script = `_patchbay() {
  local IFS=$'\\n'
  COMPREPLY=($(patchbay __complete "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null))
}
complete -o default -F _patchbay patchbay`;

export const completions = command({
  brief: 'Print a script that completes the commands in bash',
  description: 'Put this line into ~/.bashrc: source <(patchbay completions)',
  data: ({ Type }) => Type.Object({ shell: Type.Literal('bash'), script: Type.String() }),
  parameters: {},
  run: async (_call: Call) => ({ shell: 'bash' as const, script }),
  text: () => script,
});
