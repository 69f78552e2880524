import { parseArgs } from 'node:util'
import { BenchError } from '../error.ts'

export interface Options {
  /** Only what a change of the hot path can slow down, in less than a minute. */
  quick: boolean
  /** Also what takes minutes: memory over a million creates. */
  full: boolean
  /** Number of links in "many". */
  links: number
}

export const help = `npm run bench -- service [options]

  (none)      everything but memory: some 5 minutes, and once some more to make the many links
  --quick     create, lookup and redirect beside a bare server, in less than a minute
  --full      everything, with memory over a million creates
  --links N   how many links to look up among (default 10000000, which takes 6 GB in the temporary folder)`

const options = {
  quick: { type: 'boolean', default: false },
  full: { type: 'boolean', default: false },
  links: { type: 'string', default: '10000000' },
} as const

/** Parses the command line after the subject. Throws `BenchError`. */
export function readOptions(args: string[]): Options {
  const { quick, full, links } = parse(args)
  if (quick && full) throw new BenchError(`--quick and --full exclude each other.\n\n${help}`)
  const count = Number(links)
  if (!/^\d+$/.test(links) || count < 1_000) {
    throw new BenchError(`--links takes a number from 1000, not "${links}".\n\n${help}`)
  }
  return { quick, full, links: count }
}

function parse(args: string[]) {
  try {
    return parseArgs({ args, options }).values
  } catch (error) {
    throw new BenchError(`${(error as Error).message}\n\n${help}`)
  }
}
