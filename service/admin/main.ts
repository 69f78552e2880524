import { createInterface } from 'node:readline'
import { toExitCode, runAdmin } from './run.ts'

/** Runs the operators' tool: `linkwright COMMAND`. Prints an error as one line, without a stack. */
runAdmin(process.argv.slice(2), process.env, { print: console.log, note: console.error, ask }).catch(
  (error: unknown) => {
    console.error((error as Error).message)
    process.exitCode = toExitCode(error)
  },
)

/** Reads one line from standard input; the question goes to stderr, apart from results. */
async function ask(question: string): Promise<string> {
  process.stderr.write(question)
  const lines = createInterface({ input: process.stdin })
  for await (const line of lines) return line
  return ''
}
