import { WrongSetting } from '../settings/wrongSetting.ts'
import { UsageError } from './command.ts'
import { runAdmin } from './run.ts'

/** The operators' tool: `npm run -s service:admin -- COMMAND`. One line for what went wrong, never a stack. */
runAdmin(process.argv.slice(2), process.env, { print: console.log, note: console.error }).catch(
  (error: unknown) => {
    console.error((error as Error).message)
    process.exitCode = error instanceof UsageError || error instanceof WrongSetting ? 2 : 1
  },
)
