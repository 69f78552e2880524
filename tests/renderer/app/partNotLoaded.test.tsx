import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { usePastedInput } from '../../../renderer/screens/find/usePastedInput.ts'
import { show } from '../show.tsx'

const unavailable = vi.hoisted(() => () => {
  throw new TypeError('Failed to fetch dynamically imported module')
})
vi.mock('../../../renderer/features/qr/readPicture.ts', unavailable)

function Reader() {
  const { problem, reading, readPicture } = usePastedInput('', () => undefined)
  return (
    <>
      <button onClick={() => readPicture(new File(['x'], 'x.png'))}>Read</button>
      <p>
        {reading ? 'Reading' : 'Ready'}, {problem?.code ?? 'no problem'}
      </p>
    </>
  )
}

test('a picture whose decoder can’t be loaded is reported, and the next one can be read', async () => {
  await show(<Reader />)
  await page.getByRole('button', { name: 'Read' }).click()
  await expect.element(page.getByText('Ready, part_not_loaded')).toBeVisible()
})
