import type { Call } from '../call.ts';
import { command } from '../command.ts';

/**
 * Each asks this program for the words that can follow. An argument that is a directory or a file is left to the
 * shell. The line is handed over as words, never to be expanded again.
 */
const scripts = {
  bash: `_patchbay() {
  local IFS=$'\\n'
  COMPREPLY=($(patchbay __complete "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null))
}
complete -o default -F _patchbay patchbay`,
  zsh: `_patchbay() {
  local -a found
  found=("\${(@f)$(patchbay __complete "\${(@)words[2,CURRENT]}" 2>/dev/null)}")
  if [[ -n "\${found[*]}" ]]; then compadd -- "\${found[@]}"; else _files; fi
}
compdef _patchbay patchbay`,
  fish: `function __patchbay_complete
  set -l words (commandline --tokenize --cut-at-cursor) (commandline --current-token --cut-at-cursor)
  patchbay __complete $words[2..-1] 2>/dev/null
end
complete --command patchbay --arguments '(__patchbay_complete)'`,
  powershell: `Register-ArgumentCompleter -Native -CommandName patchbay -ScriptBlock {
  param($word, $line, $position)
  $words = @($line.CommandElements | Select-Object -Skip 1 | ForEach-Object { $_.Extent.Text })
  if ($word -eq '') { $words += '' }
  patchbay __complete @words 2>$null | ForEach-Object { [System.Management.Automation.CompletionResult]::new($_) }
}`,
} as const;

type Shell = keyof typeof scripts;
const shells = Object.keys(scripts) as Shell[];

export const completions = command({
  brief: 'Print a script that completes the commands in your shell',
  description:
    'bash: put `source <(patchbay completions)` into ~/.bashrc. zsh: `source <(patchbay completions zsh)` into ~/.zshrc, after compinit. fish: `patchbay completions fish | source` into ~/.config/fish/config.fish. PowerShell: `patchbay completions powershell | Out-String | Invoke-Expression` into $PROFILE.',
  data: ({ Type }) => Type.Object({ shell: Type.Enum([...shells]), script: Type.String() }),
  parameters: {
    positional: {
      kind: 'tuple',
      parameters: [
        {
          parse: (text: string): Shell => {
            const shell = shells.find((one) => one === text);
            if (shell === undefined) throw new Error(`must be one of ${shells.join(', ')}`);
            return shell;
          },
          optional: true,
          proposeCompletions: (partial: string) => shells.filter((shell) => shell.startsWith(partial)),
          placeholder: 'shell',
          brief: 'The shell: bash, zsh, fish or powershell; bash if nothing is said',
        },
      ],
    },
  },
  run: async (_call: Call, _flags: object, shell: Shell = 'bash') => ({ shell, script: scripts[shell] }),
  text: ({ shell }) => scripts[shell],
});
