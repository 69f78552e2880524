import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { Housekeeping } from '../../../../renderer/screens/activity/Housekeeping.tsx'
import { findAxeViolations } from '../../axe.ts'
import { withSession } from '../../session.tsx'
import { show } from '../../show.tsx'

async function showHousekeeping(isEmpty = false) {
  const calls = await show(withSession(<Housekeeping days={30} isEmpty={isEmpty} />), {
    'activity.setRetention': () => ({ ok: true, value: null }),
    'activity.clear': () => ({ ok: true, value: null }),
  })
  return { inputs: (name: string) => calls.filter(([called]) => called === name).map(([, input]) => input) }
}

const select = () => page.getByLabelText('Keep requests')

test('requests that a shorter time would delete are deleted only after a question', async () => {
  const { inputs } = await showHousekeeping()
  await select().selectOptions('For 7 days')
  await expect.element(page.getByText('Remove requests that are older than 7 days?')).toBeVisible()
  expect(await findAxeViolations()).toEqual([])
  expect(inputs('activity.setRetention')).toEqual([])
  await page.getByRole('button', { name: 'Keep them' }).click()
  await expect.element(select()).toHaveValue('30')
  await select().selectOptions('Not at all')
  await expect.element(page.getByText('Remove all requests, and keep no new ones?')).toBeVisible()
  await page.getByRole('button', { name: 'Remove them' }).click()
  await expect.poll(() => inputs('activity.setRetention')).toEqual([{ days: 0 }])
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument()
})

test('a longer time deletes nothing and is not asked about, nor is a shorter one without requests', async () => {
  const { inputs } = await showHousekeeping()
  await select().selectOptions('For a day')
  await select().selectOptions('For 90 days')
  await expect.poll(() => inputs('activity.setRetention')).toEqual([{ days: 90 }])
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument()
  const empty = await showHousekeeping(true)
  await select().last().selectOptions('Not at all')
  await expect.poll(() => empty.inputs('activity.setRetention')).toEqual([{ days: 0 }])
})

test('all requests are deleted only after a question', async () => {
  const { inputs } = await showHousekeeping()
  await page.getByRole('button', { name: 'Remove all' }).click()
  await expect.element(page.getByText('Remove all requests?')).toBeVisible()
  expect(inputs('activity.clear')).toEqual([])
  await page.getByRole('alert').getByRole('button', { name: 'Remove all' }).click()
  await expect.poll(() => inputs('activity.clear')).toHaveLength(1)
})
