import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { ServiceSide } from '../../../../renderer/features/record/ServiceSide.tsx'
import { withSession, createAppState } from '../../session.tsx'
import { show } from '../../show.tsx'

const [profile] = createAppState().profiles

async function open(reportsVisits: boolean, canChangeLinks = false) {
  if (!profile) throw new Error('There is no profile.')
  await show(withSession(<ServiceSide profile={{ ...profile, reportsVisits, canChangeLinks }} />))
}

test('a service that reports visits gets no note about them', async () => {
  await open(true)
  await page.getByText('Edit or switch off').click()
  await expect.element(page.getByText('Editing.')).toBeVisible()
  expect(document.body.textContent).not.toMatch(/visits/i)
})

test('a service that does not report visits gets a note', async () => {
  await open(false)
  await page.getByText('Visits, editing and switching off').click()
  await expect.element(page.getByText(/doesn’t report visits to Linkwright/)).toBeVisible()
})

test('a service that reports visits and changes links needs no note', async () => {
  await open(true, true)
  expect(page.getByText('Visits').elements()).toEqual([])
  expect(document.querySelector('details')).toBeNull()
})
