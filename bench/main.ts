import { BenchFault } from './fault.ts'

/** What can be measured, each a folder beside this file. */
const subjects: Record<string, () => Promise<{ bench: (args: string[]) => Promise<void> }>> = {
  app: () => import('./app/bench.ts'),
  bulk: () => import('./bulk/bench.ts'),
  library: () => import('./library/bench.ts'),
  service: () => import('./service/bench.ts'),
  start: () => import('./start/bench.ts'),
}

/** `npm run bench -- SUBJECT [options]`: measures one part of the project on this machine and prints what it found. */
async function main([name = '', ...args]: string[]): Promise<void> {
  const load = Object.hasOwn(subjects, name) ? subjects[name] : undefined
  if (!load)
    throw new BenchFault(`Say what to measure: npm run bench -- ${Object.keys(subjects).join(' | ')}`)
  const { bench } = await load()
  await bench(args)
}

main(process.argv.slice(2)).catch((error: unknown) => {
  console.error(error instanceof BenchFault ? error.message : error)
  process.exitCode = error instanceof BenchFault ? 2 : 1
})
