import type { CommandRow } from './command.ts'

/** How the tool is called, before its commands: the name of service/deploy/linkwright. */
export const commandPrefix = 'linkwright'

/** Returns how a command is called, such as `key rotate PROJECT [--grace TIME]`. */
export function formatUsage({
  words,
  operands = [],
  optionalOperands = [],
  options = [],
}: CommandRow): string {
  const shown = options.map(({ flags, mandatory }) => (mandatory ? flags : `[${flags}]`))
  const optional = optionalOperands.map((operand) => `[${operand}]`)
  return [words, ...operands, ...optional, ...shown].join(' ').replace(/[<>]/g, '')
}

/** Returns the tool's overview. */
export function formatOverview(rows: readonly CommandRow[]): string {
  const width = Math.max(...rows.map((row) => formatUsage(row).length)) + 3
  return [
    'Commands of the Linkwright service. They work on the database itself, also while the service runs.',
    '',
    `Usage: ${commandPrefix} COMMAND`,
    '',
    ...rows.map((row) => `  ${formatUsage(row).padEnd(width)}${row.about}`),
    '',
    `Explain one: ${commandPrefix} COMMAND --help`,
    '',
    `${commandPrefix} is service/deploy/linkwright, which uses the settings of the system service. On Windows, and in a source`,
    'checkout, it is: npm run -s service:admin -- COMMAND',
    '',
    'The database is that of DATABASE_URL (sqlite:///path/to/file or postgres://…), by default the SQLite file in the',
    'folder LINKWRIGHT_DATA: use the settings of the service. Results are JSON, one object per line.',
    'Exit status: 0 for success, 1 if it is not possible, 2 for a wrong call or setting.',
  ].join('\n')
}

/** Returns the complete help of one command. */
export function formatHelp(row: CommandRow): string {
  const options = (row.options ?? []).map(({ flags, description }) => `${flags}   ${description}`)
  return [
    `Usage: ${commandPrefix} ${formatUsage(row)}`,
    '',
    row.about,
    ...row.details,
    ...options.map((line) => line.replace(/[<>]/g, '')),
  ].join('\n')
}
