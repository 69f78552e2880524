import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { ServiceSide } from '../../../../renderer/features/record/ServiceSide.tsx'
import { withSession, createAppState } from '../../session.tsx'
import { show } from '../../show.tsx'

const [profile] = createAppState().profiles

async function open(reportsVisits: boolean) {
  if (!profile) throw new Error('There is no profile.')
  await show(
    withSession(<ServiceSide profile={{ ...profile, reportsVisits }} link="https://go.example/Ab3" />),
  )
}

test('says nothing against the visits of a service that reports them', async () => {
  await open(true)
  await page.getByText('Edit or switch off').click()
  await expect.element(page.getByText('Switching off.')).toBeVisible()
  expect(document.body.textContent).not.toMatch(/visits/i)
})

test('says that a service reports no visits where it does not', async () => {
  await open(false)
  await page.getByText('Visits, editing and switching off').click()
  await expect.element(page.getByText(/doesn’t report visits to Linkwright/)).toBeVisible()
})
