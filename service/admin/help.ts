import type { CommandRow } from './command.ts'

/** The tool's name on the command line: that of service/deploy/linkwright. */
export const commandPrefix = 'linkwright'

/** Returns a command's synopsis, such as `key rotate PROJECT [--grace TIME]`. */
export function formatUsage({
  name,
  operands = [],
  optionalOperands = [],
  options = [],
}: CommandRow): string {
  const optionTexts = options.map(({ flags, mandatory }) => (mandatory ? flags : `[${flags}]`))
  const optionalTexts = optionalOperands.map((operand) => `[${operand}]`)
  return [name, ...operands, ...optionalTexts, ...optionTexts].join(' ').replace(/[<>]/g, '')
}

/** Returns the tool's overview. */
export function formatOverview(rows: readonly CommandRow[]): string {
  const width = Math.max(...rows.map((row) => formatUsage(row).length)) + 3
  return [
    'Manages the Linkwright service. Commands access its database directly, also while the service runs.',
    '',
    `Usage: ${commandPrefix} COMMAND`,
    '',
    ...rows.map((row) => `  ${formatUsage(row).padEnd(width)}${row.summary}`),
    '',
    `Help for one command: ${commandPrefix} COMMAND --help`,
    '',
    `${commandPrefix} is service/deploy/linkwright, which uses the settings of the system service. On Windows and in a source`,
    'checkout, use: npm run -s service:admin -- COMMAND',
    '',
    'Commands need the same settings as the service. They use the database DATABASE_URL (sqlite:///path/to/file or',
    'postgres://…) or, by default, the SQLite file in the folder LINKWRIGHT_DATA. Results are JSON, one object per line.',
    'Exit status: 0 for success, 1 for failure, 2 for invalid usage or settings.',
  ].join('\n')
}
