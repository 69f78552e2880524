import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { BenchError } from '../error.ts'
import { describeMachine } from '../machine.ts'
import { startAppProcess } from './appProcess.ts'
import { runsTable, tablesTable, threadsText, windowTable } from './report.ts'
import { measureRuns } from './running.ts'
import { measureTable } from './tables.ts'
import type { TableMeasurement } from './tables.ts'
import { measureWindow } from './window.ts'

const help = `npm run bench -- bulk [options]

  (none)    tables of 100,000 rows read and checked, runs of 10,000 rows beside a plain load generator, and one in the
            window; some minutes
  --quick   the same with fewer rows, in a minute`

/** Measures bulk runs and prints the results. Throws `BenchError`. */
export async function bench(args: string[]): Promise<void> {
  const quick = readOptions(args)
  const [sent, read] = quick ? [2_000, 20_000] : [10_000, 100_000]
  console.log(describeMachine())
  const folder = await mkdtemp(join(tmpdir(), 'linkwright-bench-'))
  await chmod(folder, 0o700)
  try {
    await measureCore(folder, { sent, read, rounds: quick ? 1 : 3 })
    console.log(`${windowTable(sent, await measureWindow(sent))}\n`)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function measureCore(
  folder: string,
  { sent, read, rounds }: { sent: number; read: number; rounds: number },
): Promise<void> {
  const app = await startAppProcess(folder)
  try {
    const tables: TableMeasurement[] = []
    for (const form of ['csv', 'xlsx'] as const)
      tables.push(await measureTable(app, folder, { form, rows: read }))
    console.log(`${tablesTable(tables)}\n`)
    const measured = await measureRuns(app, folder, { rows: sent, rounds })
    console.log(`${runsTable(sent, measured)}\n\n${threadsText(measured)}\n`)
  } finally {
    await app.close()
  }
}

function readOptions(args: string[]): boolean {
  try {
    return parseArgs({ args, options: { quick: { type: 'boolean', default: false } } }).values.quick
  } catch (error) {
    throw new BenchError(`${(error as Error).message}\n\n${help}`)
  }
}
