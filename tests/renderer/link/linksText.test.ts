import { expect, it } from 'vitest'
import { linksText } from '../../../renderer/link/linksText.ts'

it.each([
  [{ total: 0, failed: 0 }, '0 links'],
  [{ total: 1, failed: 0 }, '1 link'],
  [{ total: 1_203, failed: 1_202 }, '1 link, 1,202 failed'],
  [{ total: 2, failed: 2 }, '2 failed'],
])('%j is “%s”', (counts, text) => {
  expect(linksText(counts)).toBe(text)
})
