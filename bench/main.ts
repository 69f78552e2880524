import { arch, availableParallelism, cpus, loadavg, platform } from 'node:os'
import { BenchError, formatFigure, readOptions, tableHead } from './measuring.ts'
import type { Bench } from './measuring.ts'

/** Benchmark subjects, each a folder beside this file. */
const subjects: Record<string, () => Promise<{ measure: Bench }>> = {
  app: () => import('./app/bench.ts'),
  bulk: () => import('./bulk/bench.ts'),
  library: () => import('./library/bench.ts'),
  service: () => import('./service/bench.ts'),
  start: () => import('./start/bench.ts'),
}

/** Implements `npm run bench -- SUBJECT [options]`: measures one part of the project and prints the results. */
async function main([name = '', ...args]: string[]): Promise<void> {
  const load = Object.hasOwn(subjects, name) ? subjects[name] : undefined
  if (!load) throw new BenchError(`Choose a subject: npm run bench -- ${Object.keys(subjects).join(' | ')}`)
  const options = readOptions(args)
  const { measure } = await load()
  console.log(`${describeMachine()}\n\n${tableHead}`)
  for await (const figure of measure(options)) console.log(formatFigure(figure))
}

function describeMachine(): string {
  const model = cpus()[0]?.model.trim() ?? 'unknown processor'
  const busy = (loadavg()[0] ?? 0).toFixed(1)
  return `Node ${process.versions.node}, ${platform()} ${arch()}, ${availableParallelism()} × ${model}, load ${busy}`
}

main(process.argv.slice(2)).catch((error: unknown) => {
  console.error(error instanceof BenchError ? error.message : error)
  process.exitCode = error instanceof BenchError ? 2 : 1
})
