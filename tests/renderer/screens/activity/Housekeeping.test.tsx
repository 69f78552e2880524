import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { Housekeeping } from '../../../../renderer/screens/activity/Housekeeping.tsx'
import { findAxeViolations } from '../../axe.ts'
import { show } from '../../show.tsx'

test('all requests are deleted only after a question', async () => {
  const calls = await show(<Housekeeping isEmpty={false} />, {
    'activity.clear': () => ({ ok: true, value: null }),
  })
  await page.getByRole('button', { name: 'Remove all' }).click()
  await expect.element(page.getByText('Remove all requests?')).toBeVisible()
  expect(await findAxeViolations()).toEqual([])
  expect(calls).toEqual([])
  await page.getByRole('dialog').getByRole('button', { name: 'Remove all' }).click()
  await expect.poll(() => calls).toEqual([['activity.clear', {}]])
})
