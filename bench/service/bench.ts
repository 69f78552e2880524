import { postgresMissing } from '../../tests/service/postgres/binaries.ts'
import { describeMachine } from '../machine.ts'
import { toOutcome } from './contest.ts'
import type { Bout, Contest } from './contest.ts'
import { amongMany, hotPath, onPostgres } from './contests.ts'
import { formatFinding } from './finding.ts'
import type { Finding } from './finding.ts'
import { missingSpace } from './manyLinks.ts'
import { memoryOfCounting, memoryOverCreates } from './memory.ts'
import { readOptions } from './options.ts'
import type { Options } from './options.ts'
import { measureInTurn } from './runner.ts'
import type { Rounds } from './runner.ts'
import { eventLoopOnSlowDisk } from './slowDisk.ts'
import { Stage } from './stage.ts'
import { outcomeTable } from './table.ts'
import { visitLinesAmongMany } from './visitLines.ts'

/**
 * How often all servers are restarted. Two processes of the same code differ by about 5 % for as long as they run,
 * because of how V8 compiled them and where their memory is.
 */
const serverRestarts = 3

/** Measures the service and prints the comparison. Throws `BenchError` if it can't. */
export async function bench(args: string[]): Promise<void> {
  const options = readOptions(args)
  console.log(describeMachine())
  await (options.quick ? quick() : everything(options))
}

async function quick(): Promise<void> {
  const bouts = await withStage(async (stage) => {
    const { create, lookup, redirect, counted } = await hotPath(stage)
    return await runContests(stage, [create, lookup, redirect, counted], { rounds: 5, seconds: 1 })
  })
  console.log(outcomeTable(bouts.map(toOutcome)))
}

async function everything({ links, full }: Options): Promise<void> {
  const [noRoom, noPostgres] = [missingSpace(links), postgresMissing()]
  const findings: Finding[] = []
  if (noRoom !== null) findings.push({ name: `among ${links} links`, skipped: noRoom })
  if (noPostgres !== null) findings.push({ name: 'create on PostgreSQL', skipped: noPostgres })

  const cast = async (stage: Stage) => {
    const hot = await hotPath(stage)
    const contests = [hot.create, hot.lookup, hot.redirect, hot.counted]
    if (noRoom === null) contests.push(...(await amongMany(stage, links, hot)))
    if (noPostgres === null) contests.push(await onPostgres(stage, hot))
    return await runContests(stage, contests, { rounds: 3, seconds: 2 })
  }
  const bouts: Bout[][] = []
  for (let count = 0; count < serverRestarts; count++) bouts.push(await withStage(cast))
  console.log(outcomeTable(mergeBouts(bouts).map(toOutcome)))

  findings.push(await withStage(eventLoopOnSlowDisk))
  findings.push(await withStage((stage) => visitLinesAmongMany(stage, links)))
  if (full) findings.push(await withStage(memoryOverCreates), await withStage(memoryOfCounting))
  console.log(findings.map(formatFinding).join('\n'))
}

async function withStage<T>(work: (stage: Stage) => Promise<T>): Promise<T> {
  const stage = new Stage()
  try {
    return await work(stage)
  } finally {
    await stage.close()
  }
}

async function runContests(stage: Stage, contests: Contest[], rounds: Rounds): Promise<Bout[]> {
  const runners = new Set(contests.flatMap(({ runner, against }) => [against, runner]))
  const measured = await measureInTurn(stage.wrk, [...runners], rounds)
  const of = (runner: Contest['runner']) => measured.get(runner) ?? []
  return contests.map((contest) => ({ contest, mine: of(contest.runner), theirs: of(contest.against) }))
}

/** Merges the rounds of the same contests from several restarts. */
function mergeBouts(casts: Bout[][]): Bout[] {
  return (casts[0] ?? []).map(({ contest }, index) => ({
    contest,
    mine: casts.flatMap((bouts) => bouts[index]?.mine ?? []),
    theirs: casts.flatMap((bouts) => bouts[index]?.theirs ?? []),
  }))
}
