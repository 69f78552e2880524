import { postgresMissing } from '../../tests/service/postgres/binaries.ts'
import { machine } from '../machine.ts'
import { outcomeOf } from './contest.ts'
import type { Contest, Outcome } from './contest.ts'
import { amongMany, hotPath, onPostgres } from './contests.ts'
import { findingText } from './finding.ts'
import type { Finding } from './finding.ts'
import { lacksRoom } from './manyLinks.ts'
import { memoryOverCreates } from './memory.ts'
import { readOptions } from './options.ts'
import type { Options } from './options.ts'
import { measureInTurn } from './runner.ts'
import type { Rounds } from './runner.ts'
import { eventLoopOnSlowDisk } from './slowDisk.ts'
import { Stage } from './stage.ts'
import { outcomeTable } from './table.ts'

/** Measures the service on this machine and prints how it compares. Throws `BenchFault` where it cannot. */
export async function bench(args: string[]): Promise<void> {
  const options = readOptions(args)
  console.log(machine())
  const stage = new Stage()
  try {
    await (options.quick ? quick(stage) : everything(stage, options))
  } finally {
    await stage.close()
  }
}

async function quick(stage: Stage): Promise<void> {
  const { create, lookup, redirect } = await hotPath(stage)
  const outcomes = await compete(stage, [create, lookup, redirect], { rounds: 6, seconds: 1 })
  console.log(outcomeTable(outcomes))
}

async function everything(stage: Stage, { links, full }: Options): Promise<void> {
  const findings: Finding[] = []
  const hot = await hotPath(stage)
  const contests = [hot.create, hot.lookup, hot.redirect]
  const noRoom = lacksRoom(links)
  if (noRoom === null) contests.push(...(await amongMany(stage, links, hot)))
  else findings.push({ name: `among ${links} links`, skipped: noRoom })
  const noPostgres = postgresMissing()
  if (noPostgres === null) contests.push(await onPostgres(stage, hot))
  else findings.push({ name: 'create on PostgreSQL', skipped: noPostgres })

  console.log(outcomeTable(await compete(stage, contests, { rounds: 7, seconds: 2 })))
  findings.push(await eventLoopOnSlowDisk(stage))
  if (full) findings.push(await memoryOverCreates(stage))
  console.log(findings.map(findingText).join('\n'))
}

async function compete(stage: Stage, contests: Contest[], rounds: Rounds): Promise<Outcome[]> {
  const runners = new Set(contests.flatMap(({ runner, against }) => [against, runner]))
  const measured = await measureInTurn(stage.wrk, [...runners], rounds)
  const of = (runner: Contest['runner']) => measured.get(runner) ?? []
  return contests.map((contest) => outcomeOf(contest, of(contest.runner), of(contest.against)))
}
