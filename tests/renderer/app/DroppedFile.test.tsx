import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { DroppedFile } from '../../../renderer/app/DroppedFile.tsx'
import { findAxeViolations } from '../axe.ts'
import { show } from '../show.tsx'

test('the header of the dialog for a dropped file doesn’t cover the focus of its first button', async () => {
  await show(<DroppedFile />)
  const dataTransfer = new DataTransfer()
  dataTransfer.items.add(new File(['a,b'], 'rows.csv'))
  for (const type of ['dragover', 'drop'])
    document.body.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }))
  const first = page.getByRole('button', { name: 'Create links from it' })
  await expect.element(first).toHaveFocus()
  const header = page.getByRole('dialog').element().querySelector('header')
  const gap = first.element().getBoundingClientRect().top - (header?.getBoundingClientRect().bottom ?? 0)
  expect(gap).toBeGreaterThanOrEqual(4)
  expect(await findAxeViolations()).toEqual([])
})
