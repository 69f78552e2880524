import { expect, it } from 'vitest'
import { createBufferedLog, maxSharedWriteBytes } from '../../../service/http/log.ts'

it('the log is written in whole lines, in pieces that a shared pipe accepts atomically', () => {
  const pieces: string[] = []
  const log = createBufferedLog((text) => pieces.push(text), maxSharedWriteBytes)
  const said = Array.from({ length: 500 }, (_, index) => `${index} ${'ü🍂'.repeat(index % 50)}`)
  for (const text of said) log.write({ said: text })
  log.flush()
  expect(pieces.length).toBeLessThan(said.length / 5)
  for (const piece of pieces) {
    expect(Buffer.byteLength(piece)).toBeLessThanOrEqual(maxSharedWriteBytes)
    expect(piece.endsWith('\n')).toBe(true)
  }
  const lines = pieces.join('').trimEnd().split('\n')
  expect(lines.map((line) => (JSON.parse(line) as { said: string }).said)).toEqual(said)
})
