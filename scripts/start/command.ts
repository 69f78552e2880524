import { parseArgs } from 'node:util'
import type { ParseArgsOptionsConfig } from 'node:util'
import { exitWithNpm } from './orphan.ts'

/** Invalid flags. The message is one readable line. */
export class FlagError extends Error {
  override name = 'FlagError'
}

/** Parses flags. Throws a `FlagError` that refers to the help of `command`. */
export function parseFlags<const T extends ParseArgsOptionsConfig>(
  command: string,
  args: string[],
  options: T,
) {
  try {
    return parseArgs({ args, options }).values
  } catch (error) {
    const [reason = ''] = (error instanceof Error ? error.message : String(error)).split(/\.\s/)
    throw new FlagError(`${reason.replace(/\.$/, '')}. See ${command} -- --help`)
  }
}

/**
 * Runs a command of npm with its arguments, then exits with the code that it returns: 2 after invalid flags, 1 after any
 * other error. Exits explicitly, so that anything that still hangs, such as a key store, ends with it.
 */
export async function runCommand(command: (args: string[]) => Promise<number>): Promise<never> {
  exitWithNpm(process.env)
  try {
    process.exitCode = await command(process.argv.slice(2))
  } catch (error) {
    console.error(error instanceof FlagError ? error.message : error)
    process.exitCode = error instanceof FlagError ? 2 : 1
  }
  process.exit()
}
