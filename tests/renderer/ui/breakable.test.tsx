import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { Breakable } from '../../../renderer/ui/Breakable.tsx'
import { show } from '../show.tsx'

const address =
  'https://shop.example.com/summer?color=red&utm_campaign=spring&utm_source=newsletter&utm_medium=email'

test('an address breaks after its separators, not within a word, and reads as it is', async () => {
  await page.viewport(1280, 800)
  await show(
    <code style={{ display: 'block', width: 320, overflowWrap: 'anywhere' }}>
      <Breakable text={address} />
    </code>,
  )
  const code = document.querySelector('code')
  expect(code?.innerText).toBe(address)
  const lines = [...(code?.childNodes ?? [])].map((part) => {
    const range = document.createRange()
    range.selectNodeContents(part)
    return range.getClientRects().length
  })
  expect(lines.filter((count) => count > 1)).toEqual([])
  expect(code?.clientHeight).toBeGreaterThan(30)
})
