import { describe, expect, it } from 'vitest'
import { createRedactor } from '../../core/redactor.ts'
import { encodeVariants } from '../core/harness/spellings.ts'

const secret = 'pk"live\\/+Zz9=&%7-51HxAbCdEf'
const size = 16 * 1_024 * 1_024
/** Maximum characters that the redactor examines. */
const maxRedactedLength = 4 * 1_024 * 1_024
/** In milliseconds. Much longer than needed on a slow machine; a quadratic algorithm would take days. */
const maxRedactMs = 15_000

const hostile: [string, string][] = [
  ['backslashes', '\\'],
  ['escaped quotes', '\\\\\\"'],
  ['percent signs', '%25'],
  ['prefixes of the key', secret.slice(0, -2)],
  ['base64', Buffer.from(secret).toString('base64').slice(0, -4)],
  ['endless repetitions of the key', secret],
]

describe('the redactor', () => {
  it.each(hostile)('the redactor processes 16 MB of %s within the time limit and leaks no key', (_, part) => {
    const redactor = createRedactor()
    redactor.learn(secret)
    const text = part.repeat(Math.ceil(size / part.length))
    const { user, system } = process.cpuUsage()
    const clean = redactor.redact(text)
    const used = process.cpuUsage({ user, system })
    expect((used.user + used.system) / 1_000).toBeLessThan(maxRedactMs)
    expect(clean.length).toBeLessThan(maxRedactedLength * 1.5)
    expect(clean).not.toContain(secret)
  })

  it('the redactor finds every spelling of the key in random data', () => {
    const redactor = createRedactor()
    redactor.learn(secret)
    const noise = Array.from({ length: 10_000 }, (_, index) =>
      String.fromCharCode(0x20 + ((index * 7_919) % 90)),
    ).join('')
    for (const spelling of encodeVariants(secret)) {
      const clean = redactor.redact(`${noise.repeat(5)} "${spelling}" ${noise.repeat(5)}`)
      expect(clean).toContain('[project key]')
      expect(clean).not.toContain(spelling)
    }
  })
})
