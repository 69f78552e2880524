import { describe, expect, it } from 'vitest'
import { limits } from '../../contract/limits.ts'
import { generateRequestFor, readBody, validateWith } from '../../service/api/requestBody.ts'
import { worstBodies } from './worstBodies.ts'

/** What one request may hold the event loop for, on a machine that has nothing else to do. */
const mostMs = 5
/** The system counts a thread's time in ticks of some milliseconds: so many runs are counted together. */
const together = 20
/** The quickest of so many turns: what the request costs, and not what else the machine does. */
const turns = 15

const validate = validateWith({ schema: generateRequestFor(() => 'https://links.example.com') })

function handle(body: Buffer): void {
  try {
    const { error } = validate(readBody(body)) as { error?: { body: (id: string) => unknown } }
    JSON.stringify(error?.body('req_x'))
  } catch {
    // A refusal costs what it costs.
  }
}

/** What this thread alone has used of a processor, in milliseconds. */
function threadMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1_000
}

function quickest(body: string): number {
  const bytes = Buffer.from(body)
  let best = Infinity
  for (let turn = 0; turn < turns; turn++) {
    const begun = threadMs()
    for (let run = 0; run < together; run++) handle(bytes)
    best = Math.min(best, (threadMs() - begun) / together)
  }
  return best
}

describe('the dearest bodies below the limit', () => {
  it.each(Object.entries(worstBodies(limits.bodyBytes)))('%s', (name, body) => {
    expect(Buffer.byteLength(body)).toBeLessThanOrEqual(limits.bodyBytes)
    const ms = quickest(body)
    console.log(`${name}: ${ms.toFixed(2)} ms`)
    expect(ms).toBeLessThan(mostMs)
  })
})
