import { resolve } from 'node:path'
import { FlagError, parseFlags } from './command.ts'

export interface Flags {
  help: boolean
  /** Use the browser host. */
  browser: boolean
  /** Open the default browser. */
  open: boolean
  /** Port of the browser host; 0 for any free port. */
  port: number
  /** Absolute path; `null` for the default folder. */
  dataFolder: string | null
}

export const help = `Linkwright

  npm start                         build the app if needed and open it
  npm start -- [options]

  --browser        open in the browser even if the desktop app can run
  --no-open        print the address without opening a browser
  --port N         port of the browser host (default: any free port)
  --data-dir DIR   folder for all data (default: the system's usual folder)
  --help           show this help

Press Ctrl-C to stop.`

const options = {
  help: { type: 'boolean', short: 'h', default: false },
  browser: { type: 'boolean', default: false },
  'no-open': { type: 'boolean', default: false },
  port: { type: 'string', default: '0' },
  'data-dir': { type: 'string' },
} as const

/** Reads the command line (without `node` and the script). Throws `FlagError`. */
export function readFlags(args: string[]): Flags {
  const values = parseFlags('npm start', args, options)
  return {
    help: values.help,
    browser: values.browser,
    open: !values['no-open'],
    port: readPort(values.port),
    dataFolder: readFolder(values['data-dir']),
  }
}

/** Reads a port from 0 to 65535. Throws `FlagError`. */
export function readPort(text: string): number {
  const port = Number(text)
  if (/^\d+$/.test(text) && port <= 65_535) return port
  throw new FlagError(`--port must be a number from 0 to 65535, not "${text}".`)
}

/** Returns the absolute path; `null` without the flag. Throws `FlagError`. */
export function readFolder(text: string | undefined): string | null {
  if (text === '') throw new FlagError('--data-dir must be a folder.')
  return text === undefined ? null : resolve(text)
}
