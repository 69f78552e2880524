import { arch, availableParallelism, cpus, loadavg, platform } from 'node:os'
import { BenchError, formatFigure, tableHead, type Bench } from './measuring.ts'
import { createParser, type Options } from './options.ts'

/** Benchmark subjects, each a folder beside this file. */
const subjects: Record<string, () => Promise<{ measure: Bench }>> = {
  app: () => import('./app/bench.ts'),
  bulk: () => import('./bulk/bench.ts'),
  library: () => import('./library/bench.ts'),
  service: () => import('./service/bench.ts'),
  start: () => import('./start/bench.ts'),
  waits: () => import('./waits/bench.ts'),
}

/** Implements `npm run bench -- SUBJECT [options]`: measures one part of the project and prints the results. */
async function main(subject: string, options: Options): Promise<void> {
  const bench = await subjects[subject]?.()
  console.log(`${describeMachine()}\n\n${tableHead}`)
  for await (const figure of bench?.measure(options) ?? []) console.log(formatFigure(figure))
}

function describeMachine(): string {
  const model = cpus()[0]?.model.trim() ?? 'unknown processor'
  const busy = (loadavg()[0] ?? 0).toFixed(1)
  return `Node ${process.versions.node}, ${platform()} ${arch()}, ${availableParallelism()} × ${model}, load ${busy}`
}

try {
  await createParser(Object.keys(subjects)).action(main).parseAsync()
} catch (error) {
  console.error(error instanceof BenchError ? error.message : error)
  process.exitCode = 1
}
