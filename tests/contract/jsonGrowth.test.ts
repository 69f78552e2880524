import { expect, it, vi } from 'vitest'
import { readObject } from '../../contract/service/json/json.ts'
import { walkJson } from '../../contract/service/json/jsonWalk.ts'

/** Returns how often a walk through a text reads one of its characters. */
function countReads(text: string, walk: (text: string) => unknown): number {
  const at = vi.spyOn(String.prototype, 'charAt')
  const code = vi.spyOn(String.prototype, 'charCodeAt')
  try {
    walk(text)
    return at.mock.calls.length + code.mock.calls.length
  } finally {
    at.mockRestore()
    code.mockRestore()
  }
}

const repeatPiece = (count: number, piece: (index: number) => string) =>
  Array.from({ length: count }, (_, i) => piece(i)).join(',')

it.each<[string, (count: number) => string]>([
  [
    'keys where the last one is repeated',
    (count) => `{"k0":0,${repeatPiece(count, (i) => `"k${i + 1}":0`)},"k0":0}`,
  ],
  ['endless numbers', (count) => `[${repeatPiece(count, () => '0')}`],
  ['open brackets', (count) => '['.repeat(count)],
  ['open objects', (count) => '{"a":'.repeat(count)],
  ['line breaks', (count) => `{${'\n'.repeat(count)}x`],
  ['endless escapes', (count) => `{"a":"${'\\\\'.repeat(count)}`],
])('reading twice as much text takes twice as many steps: %s', (_what, text) => {
  for (let count = 100; count <= 1_600; count *= 2) {
    const once = countReads(text(count), (whole) => walkJson(whole, true))
    const twice = countReads(text(2 * count), (whole) => walkJson(whole, true))
    expect(once).toBeGreaterThan(count / 2)
    expect(twice).toBeLessThan(2.2 * once)
  }
})

it('readObject rejects too many values before it parses them', () => {
  const parse = vi.spyOn(JSON, 'parse')
  const read = readObject(`{${repeatPiece(2_000, (i) => `"k${i}":0`)}}`, 'body', 1_000)
  expect(read).toMatchObject({ ok: false, error: { message: 'The body has more than 1,000 values.' } })
  expect(parse).not.toHaveBeenCalled()
  parse.mockRestore()
})
