import { expect, test } from 'vitest'
import { Code } from '../../../renderer/ui/Code.tsx'
import { show } from '../show.tsx'

test('a long line is laid out in pieces, which split no character, and reads as it is', async () => {
  const text = `${'😀'.repeat(1_200)}\nend`
  await show(<Code text={text} label="Data" />)
  expect(document.querySelector('pre')?.textContent).toBe(`${text}\n`)
  const pieces = [...document.querySelectorAll('pre span span')].map((piece) => piece.textContent)
  expect(pieces.length).toBeGreaterThan(2)
  expect(pieces.every((piece) => piece.isWellFormed())).toBe(true)
})
