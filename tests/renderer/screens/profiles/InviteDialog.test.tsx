import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { InviteDialog } from '../../../../renderer/screens/profiles/InviteDialog.tsx'
import { findAxeViolations } from '../../axe.ts'
import { createAppState } from '../../session.tsx'
import { show } from '../../show.tsx'

test('a key that may not invite says so before anything is filled in, with words for the operator', async () => {
  const [profile] = createAppState().profiles
  if (!profile) throw new Error('There is no profile.')
  let mayInvite = false
  await show(<InviteDialog profile={profile} close={() => undefined} />, {
    'enrolment.mayInvite': () => ({ ok: true, value: { mayInvite } }),
  })
  await expect.element(page.getByText(/^Your key may not invite others/)).toBeVisible()
  await expect.element(page.getByText(/linkwright key allow-invite/)).toBeVisible()
  expect(page.getByRole('textbox', { name: 'Name' }).elements()).toEqual([])
  await expect.element(page.getByRole('button', { name: 'Copy the words' })).toHaveFocus()
  expect(await findAxeViolations()).toEqual([])
  mayInvite = true
  await page.getByRole('button', { name: 'Check again' }).click()
  await expect.element(page.getByRole('textbox', { name: 'Name' })).toHaveFocus()
})
