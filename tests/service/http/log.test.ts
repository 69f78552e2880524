import { expect, it } from 'vitest'
import { createBufferedLog, maxSharedWriteBytes } from '../../../service/http/log.ts'

it('the log is written in whole lines and in pieces that a shared pipe accepts atomically', () => {
  const pieces: string[] = []
  const log = createBufferedLog((text) => pieces.push(text), maxSharedWriteBytes)
  const texts = Array.from({ length: 500 }, (_, index) => `${index} ${'ü🍂'.repeat(index % 50)}`)
  for (const text of texts) log.write({ text })
  log.flush()
  expect(pieces.length).toBeLessThan(texts.length / 5)
  for (const piece of pieces) {
    expect(Buffer.byteLength(piece)).toBeLessThanOrEqual(maxSharedWriteBytes)
    expect(piece.endsWith('\n')).toBe(true)
  }
  const lines = pieces.join('').trimEnd().split('\n')
  expect(lines.map((line) => (JSON.parse(line) as { text: string }).text)).toEqual(texts)
})
