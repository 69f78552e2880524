import { notifications, notificationsStore } from '@mantine/notifications'
import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { replaceToast } from '../../../renderer/ui/ActionToast.tsx'
import { hideToast, showToast } from '../../../renderer/ui/toast.ts'
import { Toaster } from '../../../renderer/ui/Toaster.tsx'
import { showUndo } from '../../../renderer/ui/undoToast.tsx'
import { show } from '../show.tsx'

beforeEach(() => notifications.clean())

const toast = (message: string) => page.getByText(message)

test('the newest toast immediately replaces the oldest one that would close by itself', async () => {
  await show(<Toaster />)
  showToast({ id: 'question', message: 'Open this link?', autoClose: false })
  for (const message of ['Deleted', 'Archived', 'Restored']) showToast({ message })
  await expect.element(toast('Restored')).toBeVisible()
  await expect.element(toast('Deleted')).not.toBeInTheDocument()
  await expect.element(toast('Archived')).toBeVisible()
  await expect.element(toast('Open this link?')).toBeVisible()
  hideToast('question')
})

test('the newest toast is shown even if none of the others closes by itself', async () => {
  await show(<Toaster />)
  for (const message of ['25 links deleted', '26 links deleted', '27 links deleted']) {
    showToast({ message, autoClose: false })
  }
  await expect.element(toast('27 links deleted')).toBeVisible()
  showToast({ message: 'The disk is full' })
  await expect.element(toast('The disk is full')).toBeVisible()
  await expect.element(toast('25 links deleted')).not.toBeInTheDocument()
  await expect.element(toast('26 links deleted')).toBeVisible()
})

test('a toast with a button closes by itself, unless it is a question', async () => {
  await show(<Toaster />)
  const actions = [{ label: 'Copy', run: () => undefined }]
  replaceToast({ id: 'created', message: 'Link created', actions })
  replaceToast({
    id: 'asked',
    message: 'Another program asked to create a link.',
    autoClose: false,
    actions,
  })
  const { notifications: shown } = notificationsStore.getState()
  expect(shown.map(({ id, autoClose }) => [id, autoClose])).toEqual([
    ['created', undefined],
    ['asked', false],
  ])
})

test('the buttons of stacked toasts are not cut off', async () => {
  await page.viewport(1280, 800)
  await show(<Toaster />)
  const words = 'Link created: https://links.example.com/summer-sale-2027'
  replaceToast({ id: 'created', message: words, actions: [{ label: 'Copy', run: () => undefined }] })
  showUndo({ message: 'End date set. Stored as requested.', undo: () => undefined })
  showUndo({ message: 'Links deleted from the library. '.repeat(9), undo: () => undefined })
  await expect.poll(() => document.querySelectorAll('.mantine-Notification-root').length).toBe(3)
  const isCut = (button: Element) => {
    const outlined = button.getBoundingClientRect().bottom + 3
    for (let parent = button.parentElement; parent; parent = parent.parentElement) {
      if (
        getComputedStyle(parent).overflowY !== 'visible' &&
        parent.getBoundingClientRect().bottom < outlined
      )
        return true
    }
    return false
  }
  const buttons = page.getByRole('button', { name: /^(Copy|Undo)$/ })
  await expect.poll(() => buttons.elements().map(isCut)).toEqual([false, false, false])
})
