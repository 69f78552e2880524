import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { bareEnv } from '../../bareEnv.ts'

/** The file that `npm run service:admin` runs. */
export const entry = join(import.meta.dirname, '../../../service/admin/main.ts')

/** What a call of the operators' tool came to. */
export interface Outcome {
  status: number | null
  lines: Record<string, unknown>[]
  text: string
  error: string
}

/** Runs the tool in a process of its own, with no other settings than these. */
export function admin(variables: Record<string, string>, ...args: string[]): Outcome {
  const env = { ...bareEnv, ...variables }
  const { status, stdout, stderr } = spawnSync(process.execPath, [entry, ...args], { env, encoding: 'utf8' })
  const lines = stdout.split('\n').filter((line) => line.startsWith('{'))
  return { status, lines: lines.map((line) => JSON.parse(line) as never), text: stdout, error: stderr }
}
