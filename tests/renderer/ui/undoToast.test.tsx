import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { Toaster } from '../../../renderer/ui/Toaster.tsx'
import { showUndo } from '../../../renderer/ui/undoToast.tsx'
import { show } from '../show.tsx'

test('Ctrl+Z undoes typing in a text field, and elsewhere presses the toast’s Undo', async () => {
  await show(
    <>
      <Toaster />
      <input aria-label="Search" />
    </>,
  )
  const search = page.getByRole('textbox', { name: 'Search' })
  await search.click()
  await userEvent.keyboard('old')
  const undo = vi.fn()
  showUndo({ message: 'Starred', undo })
  await expect.element(page.getByText('Starred')).toBeVisible()
  await userEvent.keyboard(' and new')
  await userEvent.keyboard('{Control>}z{/Control}')
  expect(undo).not.toHaveBeenCalled()
  showUndo({ message: 'Archived', undo })
  await userEvent.keyboard('{Control>}z{/Control}')
  expect(undo).toHaveBeenCalledOnce()
  await expect.element(page.getByText('Archived', { exact: true })).not.toBeInTheDocument()
  await expect.element(page.getByText('Undone: Archived')).toBeVisible()
})

test('what Ctrl+Z did is said in words of its own if there are any, and not if it failed', async () => {
  await show(<Toaster />)
  const press = async () => await userEvent.keyboard('{Control>}z{/Control}')
  showUndo({ message: 'Link created', undo: () => undefined, undone: 'Link switched off' })
  await press()
  await expect.element(page.getByText('Link switched off')).toBeVisible()
  const undo = vi.fn(async () => await Promise.resolve(false))
  showUndo({ message: 'Tag renamed', undo })
  await press()
  expect(undo).toHaveBeenCalledOnce()
  await expect.element(page.getByText('Tag renamed')).not.toBeInTheDocument()
})

test('only the newest offer to undo shows the shortcut, and the one before it once that is taken', async () => {
  await show(<Toaster />)
  const hints = () => page.getByText(/^(Ctrl Z|⌘Z)$/)
  const offerOf = (message: string) => page.getByRole('status').filter({ hasText: message })
  showUndo({ message: 'Tagged', undo: () => undefined })
  showUndo({ message: 'Deleted', undo: () => undefined })
  await expect.element(offerOf('Deleted').getByText(/^(Ctrl Z|⌘Z)$/)).toBeVisible()
  expect(hints().elements()).toHaveLength(1)
  await userEvent.keyboard('{Control>}z{/Control}')
  await expect.element(offerOf('Tagged').getByText(/^(Ctrl Z|⌘Z)$/)).toBeVisible()
})
