import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createRedactor } from '../../core/redactor.ts'
import { encodeVariants } from './harness/spellings.ts'
import { anyText } from '../anyText.ts'
import { effort } from '../effort.ts'

const secrets = [
  String.raw`pk/live+"quote"\slash=&%.*`,
  'pk_live_51HxAbCdEf',
  'a-b_c.d~e!f*g(h)',
  '>>>>????<<<<',
]

describe.each(secrets)('the redactor with the key %s', (secret) => {
  const redactor = createRedactor()
  redactor.learn(secret)

  it.each(encodeVariants(secret))('the redactor finds a key spelled %s', (spelling) => {
    const clean = redactor.redact(`before ${spelling} after`)
    expect(clean).toMatch(/^before .*\[project key\].* after$/s)
    // In base64, characters that belong also to the neighbours, and the padding, may stay.
    expect(clean.replace(/^before | after$|\[project key\]/g, '').length).toBeLessThanOrEqual(12)
  })

  it('the redactor leaves JSON parsable', () => {
    const text = JSON.stringify({ [secret]: [secret, { nested: JSON.stringify({ secret }) }], before: 1 })
    const clean = redactor.redact(text)
    expect(JSON.parse(clean)).toMatchObject({ before: 1 })
    expect(clean).not.toContain(JSON.stringify(secret).slice(1, -1))
  })
})

describe('the redactor', () => {
  it('the redactor leaves other text and very short keys alone', () => {
    const redactor = createRedactor()
    redactor.learn('example')
    redactor.learn('pk_live_51HxAbCdEf')
    const text = 'https://example.com/pk_live_51 "pk_live" \\u0026 %41'
    expect(redactor.redact(text)).toBe(text)
  })

  it('the redactor finds a key learned after the text was first read', () => {
    const redactor = createRedactor()
    redactor.learn('another-key-of-this-test')
    expect(redactor.redact('with a-key-of-this-test')).toBe('with a-key-of-this-test')
    redactor.learn('a-key-of-this-test')
    expect(redactor.redact('with a-key-of-this-test')).toBe('with [project key]')
  })

  it('the redactor finds the longer of two keys with the same start', () => {
    const redactor = createRedactor()
    redactor.learn('key-1234')
    redactor.learn('key-1234-5678')
    expect(redactor.redact('key-1234-5678 key-1234')).toBe('[project key] [project key]')
  })
})

describe('whatever the key and the text around it, the redactor', () => {
  const signs = fc.integer({ min: 0x21, max: 0x7e }).map((code) => String.fromCharCode(code))
  const keys = fc.array(signs, { minLength: 12, maxLength: 60 }).map((all) => all.join(''))
  const context = fc.oneof(
    anyText(),
    fc.string({ unit: fc.constantFrom('\\', '%', '2', '5', '&', '#', 'x', 'u', ';', 'a', ' ', '"') }),
  )
  const encodedKey = keys.chain((key) =>
    fc.record({ key: fc.constant(key), spelling: fc.constantFrom(...encodeVariants(key)) }),
  )

  it('the redactor finds any key in every encoding and context', () => {
    fc.assert(
      fc.property(encodedKey, fc.string(), fc.string(), ({ key, spelling }, before, after) => {
        const redactor = createRedactor()
        redactor.learn(key)
        const clean = redactor.redact(`${before} "${spelling}" ${after}`)
        expect(clean).toContain('[project key]')
        // In base64, characters that belong also to the neighbours may stay.
        expect(clean.length).toBeLessThanOrEqual(before.length + after.length + '[project key]'.length + 40)
      }),
      { numRuns: effort(2_000) },
    )
  })

  it('the redactor finds any key in plain text', () => {
    fc.assert(
      fc.property(keys, context, context, (key, before, after) => {
        const redactor = createRedactor()
        redactor.learn(key)
        expect(redactor.redact(before + key + after)).not.toContain(key)
      }),
      { numRuns: effort(2_000) },
    )
  })

  it('the redactor returns text without keys unchanged', () => {
    fc.assert(
      fc.property(keys, context, (key, text) => {
        const redactor = createRedactor()
        redactor.learn(`${key}-not-there`)
        expect(redactor.redact(text)).toBe(text)
      }),
    )
  })
})

describe('the work of the redactor', () => {
  const secret = 'pk_live_51HxAbCdEf'
  const texts: [string, string][] = [
    ['backslashes', '\\'],
    ['backslashes and quotes', '\\\\\\"'],
    ['percent signs', '%'],
    ['escaped percent signs', '%25'],
    ['zeros', '0'],
    ['base64', 'QUJD'],
    ['prefixes of the key', secret.slice(0, -3)],
    ['prefixes in base64', Buffer.from(secret).toString('base64').slice(0, -8)],
    ['the key', secret],
    ['one letter of the key', secret[0] ?? ''],
    ['white space', ' \n'],
    ['characters outside the Basic Multilingual Plane', '\u{1f600}'],
  ]
  it.each(texts)('the redactor runs in linear time, even for %s', (_, part) => {
    const redactor = createRedactor()
    redactor.learn(secret)
    const cost = (length: number) => {
      const text = part.repeat(Math.ceil(length / part.length))
      return Math.min(...Array.from({ length: 5 }, () => cpuMicroseconds(() => redactor.redact(text))))
    }
    cost(16_384)
    const [first, ...doubled] = [0, 1, 2, 3, 4].map((times) => cost(16_384 * 2 ** times))
    // The text is sixteen times as long: linear work takes sixteen times as long, quadratic work 256 times.
    expect((doubled.at(-1) ?? 0) / Math.max(first ?? 0, 200)).toBeLessThan(80)
  })
})

function cpuMicroseconds(work: () => void): number {
  const usageBefore = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(usageBefore)
  return user + system
}

describe('the redactor and truncated text', () => {
  const secret = 'pk_live_51HxAbCdEf'
  it.each(encodeVariants(secret))(
    'the redactor shows no start of a key at the end of truncated text, encoded as %s',
    (spelling) => {
      const redactor = createRedactor()
      redactor.learn(secret)
      const text = `before ${spelling} after`
      for (let maxLength = 0; maxLength < text.length; maxLength++) {
        const clean = redactor.redact(text, maxLength)
        const shown = clean.replaceAll('[project key]', '')
        // Up to three characters of a key reveal nothing. Each may be spelled with up to six.
        expect(shown.length).toBeLessThanOrEqual('before '.length + ' after'.length + 26)
      }
    },
  )

  it('the redactor reads no more than the maximum length', () => {
    const redactor = createRedactor()
    redactor.learn(secret)
    expect(redactor.redact('x'.repeat(100), 10)).toBe('x'.repeat(10))
    expect(redactor.redact('x'.repeat(5 * 1_024 * 1_024)).length).toBeLessThan(4.1 * 1_024 * 1_024)
  })
})
