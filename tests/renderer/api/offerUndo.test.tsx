import { notifications } from '@mantine/notifications'
import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { fail, ok } from '../../../contract/app/problems/result.ts'
import { offerUndo } from '../../../renderer/api/offerUndo.ts'
import { useCallMutation } from '../../../renderer/api/useCall.ts'
import { Toaster } from '../../../renderer/ui/Toaster.tsx'
import { show } from '../show.tsx'

// Messages outlive their test.
beforeEach(() => notifications.clean())

function Removal() {
  const restore = useCallMutation('runs.unremove')
  const offer = () => offerUndo({ message: 'Sale removed.', undo: () => restore.mutateAsync({ id: 'a' }) })
  return <button onClick={offer}>Remove</button>
}

test('a failed Undo shows why and can be tried again', async () => {
  const answers = [fail({ code: 'storage_failed' }), ok(null)]
  const calls = await show(
    <>
      <Removal />
      <Toaster />
    </>,
    { 'runs.unremove': () => answers.shift() },
  )
  const undo = () => page.getByRole('button', { name: 'Undo' })
  await page.getByRole('button', { name: 'Remove' }).click()
  await undo().click()
  await expect.element(page.getByRole('alert')).toBeVisible()
  await undo().click()
  await expect.element(undo()).not.toBeInTheDocument()
  expect(calls.filter(([name]) => name === 'runs.unremove')).toHaveLength(2)
})
