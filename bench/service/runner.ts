import { readFileSync } from 'node:fs'
import type { ServerProcess } from './serverProcess.ts'
import type { RequestText, Sample, Wrk } from './wrk.ts'

/** A server and the requests to measure it with. */
export interface Runner {
  name: string
  server: ServerProcess
  requests: RequestText[]
}

export interface Measured extends Sample {
  /** CPU time of the server per request, in microseconds; `null` if the system doesn't report it. */
  cpuMicros: number | null
}

export interface Rounds {
  rounds: number
  /** Of each burst of load. */
  seconds: number
}

const warmUpSeconds = 3

/**
 * Measures all in turn, round by round, so that disturbances of the machine affect all of them. Resolves to one
 * measurement per round.
 */
export async function measureInTurn(
  wrk: Wrk,
  runners: Runner[],
  { rounds, seconds }: Rounds,
): Promise<Map<Runner, Measured[]>> {
  const measured = new Map(runners.map((runner) => [runner, [] as Measured[]]))
  for (const runner of runners) await measure(wrk, runner, warmUpSeconds)
  for (let round = 0; round < rounds; round++) {
    for (const [runner, samples] of measured) samples.push(await measure(wrk, runner, seconds))
  }
  return measured
}

async function measure(wrk: Wrk, { server, requests }: Runner, seconds: number): Promise<Measured> {
  const before = cpuMicrosOf(server.pid)
  const sample = await wrk.load(server.port, requests, seconds)
  const after = cpuMicrosOf(server.pid)
  return {
    ...sample,
    cpuMicros: before === null || after === null ? null : (after - before) / sample.requests,
  }
}

/** Linux counts in ticks of a hundredth of a second (proc_pid_stat(5)). */
function cpuMicrosOf(pid: number): number | null {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
    return (Number(fields[11]) + Number(fields[12])) * 10_000
  } catch {
    return null
  }
}
