import { parseArgs } from 'node:util'
import { BenchError } from '../error.ts'
import { describeMachine } from '../machine.ts'
import { openGeneratedLibrary } from './libraries.ts'
import { measureImport } from './importing.ts'
import { measureLibrary } from './measure.ts'
import { importTable, libraryTable, windowTable } from './report.ts'
import { measureWindow } from './window.ts'

const help = `npm run bench -- library [options]

  (none)    libraries of 1,000 and 100,000 links: opening the list, typing in the search, changing a filter; the same and
            scrolling in a window; an import of the larger one
  --quick   the same with fewer repeats
  --full    also a library of 1,000,000 links, which takes minutes to make and 2 GB in the temporary folder`

/** Measures the library's calls on generated libraries and prints the results. Throws `BenchError`. */
export async function bench(args: string[]): Promise<void> {
  const { quick, full } = readOptions(args)
  console.log(describeMachine())
  for (const links of [1_000, 100_000, ...(full ? [1_000_000] : [])]) {
    const { folder, derivedInMs } = await openGeneratedLibrary(links)
    const report = await measureLibrary(folder, quick ? 5 : 20)
    console.log(`${libraryTable(links, report, derivedInMs)}\n`)
    if (links === 100_000) console.log(`${importTable(await measureImport(folder))}\n`)
    console.log(`${windowTable(links, await measureWindow(folder, quick ? 2 : 6))}\n`)
  }
}

function readOptions(args: string[]): { quick: boolean; full: boolean } {
  const flag = { type: 'boolean', default: false } as const
  try {
    return parseArgs({ args, options: { quick: flag, full: flag } }).values
  } catch (error) {
    throw new BenchError(`${(error as Error).message}\n\n${help}`)
  }
}
