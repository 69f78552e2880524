import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { toExitCode, runAdmin } from '../../../service/admin/run.ts'
import { bareEnv } from '../../bareEnv.ts'

/** The bundled admin tool, which `npm run service:admin` runs. */
export const entry = join(import.meta.dirname, '../../../service/admin/main.ts')

/** The result of a run of the admin tool. */
export interface Outcome {
  status: number | null
  lines: Record<string, unknown>[]
  text: string
  error: string
}

/** Runs the tool in its own process, with only these settings. */
export function runAdminProcess(variables: Record<string, string>, ...args: string[]): Outcome {
  const env = { ...bareEnv, ...variables }
  const { status, stdout, stderr } = spawnSync(process.execPath, [entry, ...args], { env, encoding: 'utf8' })
  return { status, lines: parseLines(stdout), text: stdout, error: stderr }
}

function parseLines(text: string): Outcome['lines'] {
  const lines = text.split('\n').filter((line) => line.startsWith('{"'))
  return lines.map((line) => JSON.parse(line) as never)
}

/**
 * Runs the tool in this process, which saves the quarter of a second that starting one takes. For tests of its commands
 * and options.
 */
export async function runAdminInProcess(
  variables: Record<string, string>,
  ...args: string[]
): Promise<Outcome> {
  const printedLines: string[] = []
  const notes: string[] = []
  const output = {
    print: (line: string) => void printedLines.push(`${line}\n`),
    note: (line: string) => void notes.push(`${line}\n`),
  }
  const status = await runAdmin(args, variables, output).then(
    () => 0,
    (error: unknown) => {
      output.note((error as Error).message)
      return toExitCode(error)
    },
  )
  const text = printedLines.join('')
  return { status, lines: parseLines(text), text, error: notes.join('') }
}
