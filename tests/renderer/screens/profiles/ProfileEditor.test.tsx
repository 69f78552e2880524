import { useState } from 'react'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { ProfileEditor } from '../../../../renderer/screens/profiles/ProfileEditor.tsx'
import type { SavedProfile } from '../../../../renderer/session/currentProfile.ts'
import { createAppState, withSession } from '../../session.tsx'
import { show } from '../../show.tsx'

test('a new service is named first', async () => {
  await show(withSession(<ProfileEditor profile={null} />), {})
  await expect.element(page.getByRole('textbox', { name: 'Name' })).toHaveFocus()
})

test('a connected profile opens at its head, above the end of the form', async () => {
  const [profile] = createAppState().profiles
  if (!profile) throw new Error('There is no profile.')
  function Editor() {
    const [shown, setShown] = useState<SavedProfile | null>(null)
    return (
      <div style={{ height: 300, overflow: 'auto' }} data-testid="scroller">
        <ProfileEditor key={shown?.id ?? 'new'} profile={shown} />
        <button onClick={() => setShown(profile ?? null)}>Connected</button>
      </div>
    )
  }
  await show(withSession(<Editor />), {})
  const scroller = page.getByTestId('scroller').element()
  await page.getByRole('button', { name: 'Connected' }).click()
  await expect.element(page.getByRole('heading', { name: profile.name })).toBeInViewport()
  expect(scroller.scrollHeight).toBeGreaterThan(scroller.clientHeight)
})
