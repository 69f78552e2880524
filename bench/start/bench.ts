import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { build } from '../../scripts/start/build.ts'
import { firstRun } from '../app/bench.ts'
import { measureOpening } from '../app/opening.ts'
import { openStage } from '../app/stage.ts'
import { BenchError } from '../error.ts'
import { describeMachine } from '../machine.ts'
import { measureMain } from './mainProcess.ts'
import { mainTable, sizeTable, windowTable } from './report.ts'
import { measureSize } from './size.ts'

const root = join(import.meta.dirname, '..', '..')

const help = `npm run bench -- start [options]

  (none)    the main process started 15 times beside an empty app, the window opened 15 times, the size of the code
  --quick   5 times each`

/** Measures how fast the desktop app starts, as far as possible without Electron. Throws `BenchError`. */
export async function bench(args: string[]): Promise<void> {
  const runs = isQuick(args) ? 5 : 15
  if (!(await build(root, console.log))) throw new BenchError('The app could not be built.')
  console.log(describeMachine())
  console.log(`${mainTable(await measureMain(runs))}\n`)
  const stage = await openStage()
  try {
    await firstRun(stage)
    console.log(`${windowTable(await measureOpening(stage, runs))}\n`)
  } finally {
    await stage.close()
  }
  console.log(sizeTable(measureSize()))
}

function isQuick(args: string[]): boolean {
  try {
    return parseArgs({ args, options: { quick: { type: 'boolean', default: false } } }).values.quick
  } catch (error) {
    throw new BenchError(`${(error as Error).message}\n\n${help}`)
  }
}
