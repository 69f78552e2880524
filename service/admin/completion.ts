import { UsageError } from './command.ts'
import type { CommandRow } from './command.ts'
import { commandPrefix as name } from './help.ts'

const shells = ['bash', 'zsh']

/** Returns the command that prints shell completions for all commands. */
export function completionCommand(rows: readonly CommandRow[]): CommandRow {
  const row: CommandRow = {
    words: 'completion',
    operands: ['SHELL'],
    about: 'Prints shell completions for these commands: bash or zsh.',
    details: [
      `They complete the command ${name} of service/deploy. To install them for bash:`,
      `  ${name} completion bash > /etc/bash_completion.d/${name}`,
      `and for zsh:`,
      `  ${name} completion zsh > /usr/local/share/zsh/site-functions/_${name}`,
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
  const words = [...nextWords(rows)].map(([before, next]) => `    '${before}') next='${next.join(' ')}' ;;`)
  // Longer commands come first, because `visits` is also the beginning of `visits export`.
  const options = rows
    .filter((row) => row.options?.length)
    .toSorted((one, other) => other.words.length - one.words.length)
    .map(
      (row) =>
        `    '${row.words} '*) next="$next ${(row.options ?? []).map(({ long }) => long).join(' ')}" ;;`,
    )
  // Without suggestions, complete file names.
  const how = `-o default -F _${name}`
  const bash = [`complete ${how} ${name}`]
  // zsh reads the file on first use and defines the function, which must then be called once.
  const zsh = ['autoload -U +X bashcompinit && bashcompinit', ...bash, `_bash_complete ${how}`]
  return [
    ...(shell === 'zsh' ? [`#compdef ${name}`] : []),
    `_${name}() {`,
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
  const nextWords = new Map<string, string[]>()
  for (const { words } of rows) {
    const all = words.split(' ')
    for (const [at, word] of all.entries()) {
      const before = `${all.slice(0, at).join(' ')} `
      const known = nextWords.get(before) ?? []
      if (!known.includes(word)) nextWords.set(before, [...known, word])
    }
  }
  return nextWords
}
