import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { hideToast, showToast } from '../../../renderer/ui/toast.ts'
import { Toaster } from '../../../renderer/ui/Toaster.tsx'
import { show } from '../show.tsx'

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
