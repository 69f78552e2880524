import { describe, expect, it } from 'vitest'
import { createRedactor } from '../../core/redact.ts'

const secret = 'pk/live+"quote"\\slash=&%'
const redactor = createRedactor()
redactor.learn(secret)
redactor.learn('example')

describe('the redactor', () => {
  it.each([
    ['raw', secret],
    ['in JSON', JSON.stringify({ key: secret })],
    ['in JSON with escaped slashes', JSON.stringify({ key: secret }).replaceAll('/', '\\/')],
    ['in a URL', `https://example.com/?key=${encodeURIComponent(secret)}`],
    ['in a URL with small letters', encodeURIComponent(secret).replace(/%../g, (code) => code.toLowerCase())],
    ['in a form', new URLSearchParams({ key: secret }).toString()],
    ['in base64', Buffer.from(secret).toString('base64')],
    ['in base64 for URLs', Buffer.from(secret).toString('base64url')],
    ['in base64 after one byte', Buffer.from(`:${secret}`).toString('base64')],
    ['in base64 after two bytes', Buffer.from(`u:${secret}:p`).toString('base64')],
    ['in hexadecimal', Buffer.from(secret).toString('hex')],
  ])('finds a key %s', (_, text) => {
    const clean = redactor.redact(`before ${text} after`)
    expect(clean).toContain('[project key]')
    expect(clean).toMatch(/^before .* after$/)
    expect(readings(clean).some((reading) => reading.includes(secret))).toBe(false)
  })

  it('leaves other text alone, and words that a very short key would be found in', () => {
    expect(redactor.redact('example.com and pk/live')).toBe('example.com and pk/live')
  })

  it('finds the longer of two keys of which one begins with the other', () => {
    const both = createRedactor()
    both.learn('key-1234')
    both.learn('key-1234-5678')
    expect(both.redact('key-1234-5678 key-1234')).toBe('[project key] [project key]')
  })
})

/** A text as a curious reader would try to decode it. */
function readings(text: string): string[] {
  const words = text.split(/[\s"=?]+/)
  return [
    text,
    ...words.flatMap((word) => [unescaped(word), ...['base64', 'hex'].map((as) => decoded(word, as))]),
  ]
}

function decoded(word: string, as: string): string {
  return Buffer.from(word, as as BufferEncoding).toString()
}

function unescaped(word: string): string {
  try {
    return decodeURIComponent(word.replaceAll('+', ' '))
  } catch {
    return word
  }
}
