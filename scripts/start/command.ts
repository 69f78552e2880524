import { resolve } from 'node:path'
import { Command, CommanderError, InvalidArgumentError } from 'commander'
import { endWithLauncher } from '../../service/workers/launcher.ts'

/** Flags of both `npm start` and `npm run dev`. */
export interface AppFlags {
  /** Open the default browser. */
  open: boolean
  /** Port of the server; 0 for any free one. */
  port: number
  /** Absolute path; the default folder if omitted. */
  dataDir?: string
}

/** Creates the parser of a command with the flags of both. It prints help or what is wrong, and throws `CommanderError`. */
export function createParser(command: string, defaults: { port: number; folder: string }): Command {
  return new Command(`${command} --`)
    .option('--no-open', 'print the address without opening a browser')
    .option('--port <n>', 'port of the app in the browser; 0 for any free one', parsePort, defaults.port)
    .option('--data-dir <folder>', `folder for all data (default: ${defaults.folder})`, parseFolder)
    .addHelpText('after', '\nPress Ctrl-C to stop.')
    .helpOption('-h, --help', 'show this help')
    .showHelpAfterError(`See ${command} -- --help`)
    .exitOverride()
}

/** Parses a port. Throws what Commander reports as an invalid value. */
export function parsePort(text: string): number {
  const port = Number(text)
  if (/^\d+$/.test(text) && port <= 65_535) return port
  throw new InvalidArgumentError('It must be a number from 0 to 65535.')
}

function parseFolder(text: string): string {
  if (text === '') throw new InvalidArgumentError('It must be a folder.')
  return resolve(text)
}

/**
 * Runs an npm command with its arguments, then exits with the code that it returns. After invalid flags, the code is 2;
 * after any other error, 1. Exits explicitly, so that anything that still hangs, such as a key store, ends with it.
 */
export async function runCommand(command: (args: string[]) => Promise<number>): Promise<never> {
  endWithLauncher(process.env)
  try {
    process.exitCode = await command(process.argv.slice(2))
  } catch (error) {
    const isUsage = error instanceof CommanderError
    if (!isUsage) console.error(error)
    process.exitCode = !isUsage ? 1 : error.exitCode === 0 ? 0 : 2
  }
  process.exit()
}
