import { createParser, type AppFlags } from './command.ts'

export interface Flags extends AppFlags {
  /** Use the browser host. */
  browser?: boolean
}

/** Reads the command line (without `node` and the script). Throws `CommanderError`. */
export function readFlags(args: string[]): Flags {
  return createParser({
    command: 'npm start',
    about: 'Builds the app if needed and opens it.',
    defaultPort: 0,
    defaultFolder: "the system's usual folder",
  })
    .option('--browser', 'open in the browser even if the desktop app can run')
    .parse(args, { from: 'user' })
    .opts<Flags>()
}
