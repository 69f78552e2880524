import { outcomeOf } from './contest.ts'
import type { Contest, Outcome } from './contest.ts'
import { hotPath } from './contests.ts'
import { readOptions } from './options.ts'
import { measureInTurn } from './runner.ts'
import type { Rounds } from './runner.ts'
import { Stage } from './stage.ts'
import { outcomeTable } from './table.ts'

/** Measures the service on this machine and prints how it compares. Throws `BenchFault` where it cannot. */
export async function bench(args: string[]): Promise<void> {
  readOptions(args)
  const stage = new Stage()
  try {
    const { create, lookup, redirect } = await hotPath(stage)
    console.log(outcomeTable(await run(stage, [create, lookup, redirect], { rounds: 6, seconds: 1 })))
  } finally {
    await stage.close()
  }
}

async function run(stage: Stage, contests: Contest[], rounds: Rounds): Promise<Outcome[]> {
  const runners = new Set(contests.flatMap(({ runner, against }) => [against, runner]))
  const measured = await measureInTurn(stage.wrk, [...runners], rounds)
  const of = (runner: Contest['runner']) => measured.get(runner) ?? []
  return contests.map((contest) => outcomeOf(contest, of(contest.runner), of(contest.against)))
}
