import { parseArgs } from 'node:util'
import { BenchError } from '../error.ts'
import { describeMachine } from '../machine.ts'
import { measureOpening } from './opening.ts'
import { openingTable, scriptTable, typingTable } from './report.ts'
import { measureScripts } from './scripts.ts'
import { openStage, tryLocal } from './stage.ts'
import type { Stage } from './stage.ts'
import { measureTyping } from './typing.ts'

const help = `npm run bench -- app [options]

  (none)    the form under 500 keystrokes in each kind of field, opening the app 15 times, and the weight of its scripts
  --quick   100 keystrokes, opening it 5 times`

/** Measures the built window in a real Chromium and prints the results. Throws `BenchError`. */
export async function bench(args: string[]): Promise<void> {
  const quick = isQuick(args)
  const stage = await openStage()
  try {
    console.log(`Chromium ${stage.browser.version()}, ${describeMachine()}`)
    await firstRun(stage)
    console.log(`${openingTable(await measureOpening(stage, quick ? 5 : 15))}\n`)
    console.log(`${typingTable(await measureTyping(stage, quick ? 100 : 500))}\n`)
    console.log(scriptTable(await measureScripts(stage)))
  } finally {
    await stage.close()
  }
}

/** After this the app opens on *Create*. */
export async function firstRun({ app, window }: Stage): Promise<void> {
  const context = await window()
  const page = await context.newPage()
  await page.goto(app.address)
  await tryLocal(page)
  await context.close()
}

function isQuick(args: string[]): boolean {
  try {
    return parseArgs({ args, options: { quick: { type: 'boolean', default: false } } }).values.quick
  } catch (error) {
    throw new BenchError(`${(error as Error).message}\n\n${help}`)
  }
}
