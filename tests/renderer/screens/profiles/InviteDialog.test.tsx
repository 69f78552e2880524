import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { trackingRules } from '../../../../contract/service/rules/trackingRules.ts'
import { InviteDialog } from '../../../../renderer/screens/profiles/InviteDialog.tsx'
import { findAxeViolations } from '../../axe.ts'
import { createAppState } from '../../session.tsx'
import { show } from '../../show.tsx'

test('a key that may not invite says so before anything is filled in, with words for the operator', async () => {
  const [profile] = createAppState().profiles
  if (!profile) throw new Error('There is no profile.')
  await show(<InviteDialog profile={profile} close={() => undefined} />, {
    'enrolment.mayInvite': () => ({ ok: true, value: { mayInvite: false } }),
  })
  await expect.element(page.getByText(/^Your key may not invite others/)).toBeVisible()
  await expect.element(page.getByText(/linkwright key allow-invite/)).toBeVisible()
  expect(page.getByRole('textbox', { name: 'Name' }).elements()).toEqual([])
  await expect.element(page.getByRole('button', { name: 'Copy the words' })).toHaveFocus()
  expect(await findAxeViolations()).toEqual([])
})

test.each([
  ['shares no rules', { hasRules: false, changes: [] }, true],
  ['shares other rules', { hasRules: true, changes: [{}] }, true],
  ['shares the same rules', { hasRules: true, changes: [] }, false],
])('an invitation to a service that %s says which rules the colleague gets', async (_, shared, isNoted) => {
  const [profile] = createAppState().profiles
  if (!profile) throw new Error('There is no profile.')
  const ok = (value: unknown) => () => ({ ok: true, value })
  await show(<InviteDialog profile={profile} close={() => undefined} />, {
    'enrolment.mayInvite': ok({ mayInvite: true }),
    'enrolment.invite': ok({
      ...{ link: 'linkwright://enroll?invitation=one', keyName: 'mia', scope: 'full', environment: null },
      expiresAt: '2026-12-09T12:00:00.000Z',
    }),
    'rules.get': ok({ rules: trackingRules.parse({ source: { values: ['newsletter'] } }) }),
    'sharing.service': ok(shared),
  })
  await page.getByRole('textbox', { name: 'Name' }).fill('mia')
  await page.getByRole('button', { name: 'Create invitation' }).click()
  await expect.element(page.getByRole('button', { name: 'Copy link' })).toBeVisible()
  const note = page.getByRole('link', { name: 'Save yours as a file' })
  await (isNoted ? expect.element(note).toBeVisible() : expect.poll(() => note.elements()).toEqual([]))
})
