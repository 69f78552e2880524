import { notifications } from '@mantine/notifications'
import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { hideToast, showToast } from '../../../renderer/ui/toast.ts'
import { Toaster } from '../../../renderer/ui/Toaster.tsx'
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
