import { describe, expect, it } from 'vitest'
import { createRedactor } from '../../core/redact.ts'
import { spellingsOf } from './harness/spellings.ts'

const secrets = [
  String.raw`pk/live+"quote"\slash=&%.*`,
  'pk_live_51HxAbCdEf',
  'a-b_c.d~e!f*g(h)',
  '>>>>????<<<<',
]

describe.each(secrets)('the redactor with the key %s', (secret) => {
  const redactor = createRedactor()
  redactor.learn(secret)

  it.each(spellingsOf(secret))('finds it as %s', (spelling) => {
    const clean = redactor.redact(`before ${spelling} after`)
    expect(clean).toMatch(/^before \S*\[project key\]\S* after$/)
    // Of base64 a letter or two at the ends can stay, since they belong to the neighbours too.
    expect(clean.replace(/^before | after$|\[project key\]/g, '').length).toBeLessThanOrEqual(9)
  })

  it('leaves JSON parsable', () => {
    const text = JSON.stringify({ [secret]: [secret, { nested: JSON.stringify({ secret }) }], before: 1 })
    const clean = redactor.redact(text)
    expect(JSON.parse(clean)).toMatchObject({ before: 1 })
    expect(clean).not.toContain(JSON.stringify(secret).slice(1, -1))
  })
})

describe('the redactor', () => {
  it('leaves other text alone, and words that a very short key would be found in', () => {
    const redactor = createRedactor()
    redactor.learn('example')
    redactor.learn('pk_live_51HxAbCdEf')
    const text = 'https://example.com/pk_live_51 "pk_live" \\u0026 %41'
    expect(redactor.redact(text)).toBe(text)
  })

  it('finds the longer of two keys of which one begins with the other', () => {
    const redactor = createRedactor()
    redactor.learn('key-1234')
    redactor.learn('key-1234-5678')
    expect(redactor.redact('key-1234-5678 key-1234')).toBe('[project key] [project key]')
  })
})
