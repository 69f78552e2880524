import { describe, expect, it } from 'vitest'
import { limits } from '../../contract/limits.ts'
import { generateRequestFor, readBody, validateWith } from '../../service/api/requestBody.ts'
import { worstBodies } from './worstBodies.ts'

/** What one request may hold the event loop for, on a machine that has nothing else to do. */
const mostMs = 5
/** The quickest of so many runs: what the request costs, and not what else the machine does. */
const runs = 40

const validate = validateWith({ schema: generateRequestFor(() => 'https://links.example.com') })

function handle(body: Buffer): void {
  try {
    validate(readBody(body))
  } catch {
    // A refusal costs what it costs.
  }
}

function quickest(body: string): number {
  const bytes = Buffer.from(body)
  let best = Infinity
  for (let run = 0; run < runs; run++) {
    const begun = performance.now()
    handle(bytes)
    best = Math.min(best, performance.now() - begun)
  }
  return best
}

describe('the dearest bodies below the limit', () => {
  it.each(Object.entries(worstBodies(limits.bodyBytes)))('%s', (_name, body) => {
    expect(Buffer.byteLength(body)).toBeLessThanOrEqual(limits.bodyBytes)
    const ms = quickest(body)
    console.log(`${ms.toFixed(2)} ms`)
    expect(ms).toBeLessThan(mostMs)
  })
})
