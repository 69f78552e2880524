import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import packageJson from '../../package.json' with { type: 'json' }
import { limits } from '../../contract/service/api/limits.ts'
import { generateRequestWith } from '../../contract/service/link/generate.ts'
import { createLoopCheck, createValidator, parseBody } from '../../service/api/requestBody.ts'
import { runAdminProcess } from '../service/admin/admin.ts'
import { createClient } from '../service/testService.ts'
import { startProcess } from '../service/reliability/serviceProcess.ts'
import type { ServiceProcess } from '../service/reliability/serviceProcess.ts'
import { worstBodies } from './worstBodies.ts'

/** Maximum time in milliseconds that one request may block the event loop on an idle machine. */
const maxMs = 5
/** The system counts a thread's time in ticks of several milliseconds, so this many runs are measured together. */
const runsPerMeasurement = 20
/** Uses the fastest of this many measurements, to exclude other work on the machine. */
const measurements = 15
const socketMeasurements = 3

const validate = createValidator({
  schema: generateRequestWith(createLoopCheck((host) => host === 'links.example.com')),
})

function handle(body: Buffer): void {
  try {
    const { error } = validate(parseBody(body)) as { error?: { body: (id: string) => unknown } }
    JSON.stringify(error?.body('req_x'))
  } catch {
    // A rejection counts as well.
  }
}

/** Returns the CPU time of this thread in milliseconds. */
function threadMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1_000
}

function fastestMs(body: string): number {
  const bytes = Buffer.from(body)
  let best = Infinity
  for (let measurement = 0; measurement < measurements; measurement++) {
    const startMs = threadMs()
    for (let run = 0; run < runsPerMeasurement; run++) handle(bytes)
    best = Math.min(best, (threadMs() - startMs) / runsPerMeasurement)
  }
  return best
}

describe('the most expensive request bodies below the limit', () => {
  it.each(Object.entries(worstBodies(limits.bodyBytes)))(
    'the service handles the most expensive body in time: %s',
    (name, body) => {
      expect(Buffer.byteLength(body)).toBeLessThanOrEqual(limits.bodyBytes)
      const ms = fastestMs(body)
      console.log(`${name}: ${ms.toFixed(2)} ms`)
      expect(ms).toBeLessThan(maxMs)
    },
  )
})

/** Measures a running service, including reading, storing and answering. */
describe.skipIf(!existsSync('/proc/self/schedstat'))(
  'the most expensive request bodies over a socket, where Linux reports CPU time',
  () => {
    const asOperated = packageJson.scripts.service.split(' ').filter((word) => word.startsWith('--'))
    let folder: string
    let service: ServiceProcess
    let post: ReturnType<typeof createClient>['post']
    beforeAll(async () => {
      folder = mkdtempSync(join(tmpdir(), 'linkwright-bodies-'))
      const data = { LINKWRIGHT_DATA: folder }
      const key = String(runAdminProcess(data, 'project', 'create', 'Dear').lines[0]?.['key'])
      service = await startProcess(data, asOperated)
      post = createClient(service.origin, key).post
    })
    afterAll(async () => {
      await service.kill()
      rmSync(folder, { recursive: true })
    })

    /** Returns the CPU time of the event loop's thread in milliseconds. Its thread id is the process id. */
    const loopMs = () =>
      Number(readFileSync(`/proc/${service.pid}/task/${service.pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6

    it.each(Object.entries(worstBodies(limits.bodyBytes)))(
      'the service handles the most expensive body over a socket in time: %s',
      async (name, body) => {
        let best = Infinity
        const statuses = new Set<number>()
        for (let measurement = 0; measurement < socketMeasurements; measurement++) {
          const startMs = loopMs()
          for (let run = 0; run < runsPerMeasurement; run++) {
            const response = await post(body)
            await response.arrayBuffer()
            statuses.add(response.status)
          }
          best = Math.min(best, (loopMs() - startMs) / runsPerMeasurement)
        }
        console.log(`${name}, over a socket: ${best.toFixed(2)} ms, answered ${[...statuses].join(' and ')}`)
        expect([...statuses].filter((status) => ![200, 400, 422].includes(status))).toEqual([])
        expect(best).toBeGreaterThan(0)
        expect(best).toBeLessThan(maxMs)
      },
    )
  },
)
