# Completes each line of standard input by the script in $1, as bash does at its last word.
set -euo pipefail
source "$1"
while read -ra COMP_WORDS; do
  COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
  _patchbay
  printf '%s\n' "${COMPREPLY[@]}"
done
