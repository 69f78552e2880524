import { parseFlags } from '../start/command.ts'
import { readFolder, readPort } from '../start/flags.ts'

export interface DevFlags {
  help: boolean
  /** Run the standalone service instead of the app. */
  service: boolean
  /** Open the default browser. */
  open: boolean
  /** Port of the dev server; 0 for any free one. */
  port: number
  /** Absolute path; `null` for the default folder with `-dev` appended. */
  dataFolder: string | null
  /** Port of the debugger on 127.0.0.1; `null` for none. */
  inspect: number | null
}

export const devHelp = `Linkwright, for development

  npm run dev                       the app in the browser, with hot reload
  npm run dev -- --service          the link service, restarted when its code changes

  --no-open        print the address without opening a browser
  --port N         port of the dev server (default: 5173; 0 for any free port)
  --data-dir DIR   folder for all data (default: the usual folder with "-dev" appended)
  --inspect        allow a debugger to attach to the Node process at 127.0.0.1:9229
  --inspect-port N the same, on another port
  --help           show this help

Press Ctrl-C to stop.`

const options = {
  help: { type: 'boolean', short: 'h', default: false },
  service: { type: 'boolean', default: false },
  'no-open': { type: 'boolean', default: false },
  port: { type: 'string', default: '5173' },
  'data-dir': { type: 'string' },
  inspect: { type: 'boolean', default: false },
  'inspect-port': { type: 'string' },
} as const

/** Reads the command line (without `node` and the script). Throws `FlagError`. */
export function readDevFlags(args: string[]): DevFlags {
  const values = parseFlags('npm run dev', args, options)
  const inspectPort = values['inspect-port'] ?? (values.inspect ? '9229' : null)
  return {
    help: values.help,
    service: values.service,
    open: !values['no-open'],
    port: readPort(values.port),
    dataFolder: readFolder(values['data-dir']),
    inspect: inspectPort === null ? null : readPort(inspectPort),
  }
}
