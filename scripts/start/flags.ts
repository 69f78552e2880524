import { createParser, type AppFlags } from './command.ts'

export interface Flags extends AppFlags {
  /** Use the browser host. */
  browser?: boolean
}

/** Reads the command line (without `node` and the script). Throws `CommanderError`. */
export function readFlags(args: string[]): Flags {
  return createParser('npm start', { port: 0, folder: "the system's usual folder" })
    .description('Builds the app if needed and opens it.')
    .option('--browser', 'open in the browser even if the desktop app can run')
    .parse(args, { from: 'user' })
    .opts<Flags>()
}
