import { UsageError } from './command.ts'
import type { CommandRow } from './command.ts'
import { commandPrefix as program } from './help.ts'

const shells = ['bash', 'zsh']

/** Returns the command that prints shell completions for all commands. */
export function completionCommand(rows: readonly CommandRow[]): CommandRow {
  const row: CommandRow = {
    name: 'completion',
    operands: ['SHELL'],
    summary: 'Prints shell completions for these commands: bash or zsh.',
    details: [
      `They complete the command ${program} of service/deploy. To install them for bash:`,
      `  ${program} completion bash > /etc/bash_completion.d/${program}`,
      `and for zsh:`,
      `  ${program} completion zsh > /usr/local/share/zsh/site-functions/_${program}`,
    ],
    run: ({ print }, { operands: [shell = ''] }) => {
      if (!shells.includes(shell)) throw new UsageError(`SHELL must be ${shells.join(' or ')}.`)
      print(completionScript(shell, [...rows, row]))
      return Promise.resolve()
    },
  }
  return row
}

function completionScript(shell: string, rows: readonly CommandRow[]): string {
  const words = [...nextWords(rows)].map(([prefix, next]) => `    '${prefix}') next='${next.join(' ')}' ;;`)
  // Longer commands come first, because `visits` is also the beginning of `visits export`.
  const options = rows
    .filter((row) => row.options?.length)
    .toSorted((one, other) => other.name.length - one.name.length)
    .map(
      (row) =>
        `    '${row.name} '*) next="$next ${(row.options ?? []).map(({ long }) => long).join(' ')}" ;;`,
    )
  // Without suggestions, complete file names.
  const completeOptions = `-o default -F _${program}`
  const bash = [`complete ${completeOptions} ${program}`]
  // zsh reads the file on first use and defines the function, which must then be called once.
  const zsh = ['autoload -U +X bashcompinit && bashcompinit', ...bash, `_bash_complete ${completeOptions}`]
  return [
    ...(shell === 'zsh' ? [`#compdef ${program}`] : []),
    `_${program}() {`,
    '  local next="" before="${COMP_WORDS[*]:1:$((COMP_CWORD - 1))}"',
    '  case "$before " in',
    ...words,
    '  esac',
    '  case "$before " in',
    ...options,
    '  esac',
    '  COMPREPLY=($(compgen -W "$next" -- "${COMP_WORDS[COMP_CWORD]}"))',
    '}',
    ...(shell === 'zsh' ? zsh : bash),
  ].join('\n')
}

/** Returns the command words that can follow a prefix that ends with a space. */
function nextWords(rows: readonly CommandRow[]): Map<string, string[]> {
  const wordsByPrefix = new Map<string, string[]>()
  for (const { name } of rows) {
    const words = name.split(' ')
    for (const [index, word] of words.entries()) {
      const prefix = `${words.slice(0, index).join(' ')} `
      const candidates = wordsByPrefix.get(prefix) ?? []
      if (!candidates.includes(word)) wordsByPrefix.set(prefix, [...candidates, word])
    }
  }
  return wordsByPrefix
}
