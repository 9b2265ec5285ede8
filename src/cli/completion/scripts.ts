/**
 * Scripts that ask `tenure completion SHELL -- WORDS...` for candidates. yargs has scripts for bash and zsh, but they
 * complete no value after `=` or a comma, and there is none for fish. Each calls the program by the name that was
 * typed, so that a project's own `tenure` answers.
 */
export const COMPLETION_SCRIPTS = {
  bash: `# tenure completion for bash
_tenure() {
  local line path current=\${COMP_WORDS[COMP_CWORD]}
  COMPREPLY=()
  while IFS= read -r line; do
    if [ "$line" = :files ]; then
      case $current in *[=:]) current= ;; esac
      while IFS= read -r path; do COMPREPLY+=("$path"); done < <(compgen -f -- "$current")
      compopt -o filenames 2>/dev/null
    else
      COMPREPLY+=("$line")
    fi
  done < <("$1" completion bash -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
}
complete -F _tenure tenure
`,
  zsh: `#compdef tenure
# tenure completion for zsh
_tenure() {
  local line files=0
  local -a candidates
  for line in "\${(@f)$("\${(Q)words[1]}" completion zsh -- "\${(@Q)words[2,CURRENT]}" 2>/dev/null)}"; do
    if [[ $line == :files ]]; then
      files=1
    elif [[ $line == *$'\\t'* ]]; then
      candidates+=("\${\${line%%$'\\t'*}//:/\\\\:}:\${line#*$'\\t'}")
    elif [[ -n $line ]]; then
      candidates+=("\${line//:/\\\\:}")
    fi
  done
  (( $#candidates )) && _describe tenure candidates
  if (( files )); then
    compset -P '*='
    _files
  fi
}
if [[ $funcstack[1] == _tenure ]]; then _tenure "$@"; else compdef _tenure tenure; fi
`,
  fish: `# tenure completion for fish
function __tenure_complete
  set -l words (commandline -opc) (commandline -ct)
  for line in ($words[1] completion fish -- $words[2..] 2>/dev/null)
    if test "$line" = :files
      set -l prefix (string match -r '^.*=' -- $words[-1])
      for path in (__fish_complete_path (string replace -r '^.*=' '' -- $words[-1]))
        printf '%s\\n' "$prefix$path"
      end
    else
      printf '%s\\n' $line
    end
  end
end
complete -c tenure -f -a '(__tenure_complete)'
`
} as const satisfies Readonly<Record<'bash' | 'zsh' | 'fish', string>>
