import { beforeEach, expect, test, vi } from 'vitest'
import { notifications } from '@mantine/notifications'
import { page } from 'vitest/browser'
import { offerPastedLinks } from '../../../renderer/app/pasteOffer.ts'
import { usePastedInput } from '../../../renderer/screens/find/usePastedInput.ts'
import { catalogue } from '../../../contract/app/problems/problemCatalogue.ts'
import { saveTable } from '../../../renderer/ui/saveTable/saveTable.ts'
import { Toaster } from '../../../renderer/ui/Toaster.tsx'
import { show } from '../show.tsx'

const unavailable = vi.hoisted(() => () => {
  throw new TypeError('Failed to fetch dynamically imported module')
})
vi.mock('../../../renderer/app/pastedLinks.ts', unavailable)
vi.mock('../../../renderer/ui/saveTable/workbook.ts', unavailable)
vi.mock('../../../renderer/features/qr/readPicture.ts', unavailable)

// Messages outlive their test.
beforeEach(() => notifications.clean())
const message = page.getByText(catalogue.part_not_loaded.title)

test('a paste whose part of the window can’t be loaded is reported', async () => {
  await show(<Toaster />)
  const stop = offerPastedLinks(() => [])
  const clipboardData = new DataTransfer()
  clipboardData.setData('text', 'https://links.example.com/Ab3')
  document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }))
  await expect.element(message).toBeVisible()
  stop()
})

test('a table for Excel whose part of the window can’t be loaded is reported', async () => {
  await show(<Toaster />)
  await saveTable('links', 'xlsx', [['Row']], ',')
  await expect.element(message).toBeVisible()
})

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
