import { expect, it } from 'vitest'
import { linksText } from '../../../renderer/link/linksText.ts'

it.each([
  [{ total: 0, failed: 0 }, '0 links'],
  [{ total: 1, failed: 0 }, '1 link'],
  [{ total: 1_203, failed: 1_202 }, '1 link and 1,202 failed attempts'],
  [{ total: 2, failed: 2 }, '2 failed attempts'],
])('%j is “%s”', (counts, text) => {
  expect(linksText(counts)).toBe(text)
})
