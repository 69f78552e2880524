import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { ServiceSide } from '../../../../renderer/features/record/ServiceSide.tsx'
import { withSession, createAppState } from '../../session.tsx'
import { show } from '../../show.tsx'

const [profile] = createAppState().profiles

async function open(reportsVisits: boolean, canChangeLinks = false) {
  if (!profile) throw new Error('There is no profile.')
  await show(
    withSession(
      <ServiceSide profile={{ ...profile, reportsVisits, canChangeLinks }} link="https://go.example/Ab3" />,
    ),
  )
}

test('a service that reports visits gets no note about them', async () => {
  await open(true)
  await page.getByText('Edit or switch off').click()
  await expect.element(page.getByText('Switching off.')).toBeVisible()
  expect(document.body.textContent).not.toMatch(/visits/i)
})

test('a service that does not report visits gets a note', async () => {
  await open(false)
  await page.getByText('Visits, editing and switching off').click()
  await expect.element(page.getByText(/doesn’t report visits to Linkwright/)).toBeVisible()
})

test('a service that changes links gets no note that they can’t be changed', async () => {
  await open(true, true)
  await page.getByText('Operator commands').click()
  await expect.element(page.getByText('Switching off.')).toBeVisible()
  expect(document.body.textContent).not.toMatch(/can’t be changed/)
})
