import { Option } from 'commander'
import { createParser, parsePort, type AppFlags } from '../start/command.ts'

export interface DevFlags extends AppFlags {
  /** Run the standalone service instead of the app. */
  service?: boolean
  /** Port of the debugger on 127.0.0.1; none if omitted. */
  inspect?: number
}

/** Reads the command line (without `node` and the script). Throws `CommanderError`. */
export function readDevFlags(args: string[]): DevFlags {
  const inspect = new Option(
    '--inspect [port]',
    'allow a debugger to attach to Node on this port of 127.0.0.1',
  )
  return createParser('npm run dev', { port: 5173, folder: 'the usual folder with "-dev" appended' })
    .description('Runs the app in the browser from its sources, with hot reload.')
    .option('--service', 'run the link service instead, restarted when its code changes')
    .addOption(inspect.preset('9229').argParser(parsePort))
    .parse(args, { from: 'user' })
    .opts<DevFlags>()
}
