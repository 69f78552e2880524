import type { Command } from './command.ts'

/** How the tool is called, up to its commands. */
export const call = 'npm run -s service:admin --'

/** What the tool is and can do. */
export function overview(commands: readonly Command[]): string {
  const width = Math.max(...commands.map(({ usage }) => usage.length)) + 3
  return [
    'The operators’ tool of the Linkwright service. It works on the database itself, also while the service runs.',
    '',
    `Usage: ${call} COMMAND`,
    '',
    ...commands.map(({ usage, about }) => `  ${usage.padEnd(width)}${about}`),
    '',
    `More about one: ${call} COMMAND --help`,
    '',
    'The database is the one that DATABASE_URL names (sqlite:///path/to/file or postgres://…), by default the SQLite',
    'file in the folder LINKWRIGHT_DATA: set here what is set for the service. Results are JSON, one to a line.',
    'Exit status: 0 done, 1 not possible, 2 called wrongly or a wrong setting.',
  ].join('\n')
}

/** One command, so that nothing else has to be read. */
export function explain({ usage, about, details }: Command): string {
  return [`Usage: ${call} ${usage}`, '', about, ...details].join('\n')
}
