import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { ok } from '../../../../contract/app/problems/result.ts'
import { ConfirmedSchemes } from '../../../../renderer/screens/profiles/ConfirmedSchemes.tsx'
import { createAppState, withSession } from '../../session.tsx'
import { show } from '../../show.tsx'

const [profile] = createAppState().profiles

test('a confirmed kind of destination is listed until it is withdrawn', async () => {
  let schemes = ['myapp:', 'shop:']
  const calls = await show(withSession(profile && <ConfirmedSchemes profile={profile} />), {
    'profiles.schemes': () => ok({ schemes }),
    'profiles.confirmSchemes': () => {
      schemes = ['shop:']
      return ok(null)
    },
  })
  const items = page.getByRole('listitem')
  await expect.element(items.nth(0)).toMatchTextContent(/myapp:/)
  await page.getByRole('button', { name: 'Ask again before links lead to myapp:' }).click()
  await expect.element(items.nth(0)).toMatchTextContent(/shop:/)
  const withdrawn = { id: profile?.id, schemes: ['myapp:'], isWithdrawn: true }
  expect(calls).toContainEqual(['profiles.confirmSchemes', withdrawn])
})
