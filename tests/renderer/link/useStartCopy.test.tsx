import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { Router } from 'wouter'
import { blankForm } from '../../../renderer/link/form.ts'
import { useOfferReturn, useStartCopy } from '../../../renderer/link/useStartCopy.ts'
import { useHashPath } from '../../../renderer/session/hashLocation.ts'
import { SessionContext, useSession } from '../../../renderer/session/Session.tsx'
import { Toaster } from '../../../renderer/ui/Toaster.tsx'
import { withSession } from '../session.tsx'
import { show } from '../show.tsx'

function Copy({ profileId }: { profileId: string }) {
  const startCopy = useStartCopy()
  const start = () => startCopy({ profileId, environment: 'production' }, { ...blankForm, title: 'Kettle' })
  return (
    <>
      <button onClick={start}>Duplicate</button>
      <Created />
    </>
  )
}

/** The form of the copy, in production. */
function Created() {
  const session = useSession()
  const current = { ...session.current, environment: 'production' as const }
  return (
    <SessionContext value={{ ...session, current }}>
      <CreatedButton />
    </SessionContext>
  )
}

function CreatedButton() {
  return <button onClick={useOfferReturn()}>Create</button>
}

const open = (profileId: string) =>
  show(
    withSession(
      <Router hook={useHashPath}>
        <Toaster />
        <Copy profileId={profileId} />
      </Router>,
    ),
    { 'profiles.use': () => ({ ok: true, value: null }), 'drafts.save': () => ({ ok: true, value: null }) },
  )

test('a copy of a production link is made in production, and the window says so', async () => {
  const calls = await open('acme')
  await page.getByRole('button', { name: 'Duplicate' }).click()
  await expect.element(page.getByText('Switched to Acme · Production.')).toBeVisible()
  expect(calls).toContainEqual(['profiles.use', { id: 'acme', environment: 'production' }])
  expect(location.hash).toMatch(/^#\/create\//)
  await page.getByRole('button', { name: 'Create' }).click()
  await expect.element(page.getByText('You’re still in Acme · Production.')).toBeVisible()
  await page.getByRole('button', { name: 'Back to Development' }).click()
  await expect
    .poll(() => calls.filter(([name]) => name === 'profiles.use').at(-1))
    .toEqual(['profiles.use', { id: 'acme', environment: 'development' }])
  await page.getByRole('button', { name: 'Create' }).click()
  expect(page.getByText('You’re still in Acme · Production.').elements()).toEqual([])
})

test('a copy of a link whose profile was deleted is made in the active one', async () => {
  const calls = await open('gone')
  await page.getByRole('button', { name: 'Duplicate' }).click()
  await expect.poll(() => calls.some(([name]) => name === 'drafts.save')).toBe(true)
  expect(calls.some(([name]) => name === 'profiles.use')).toBe(false)
})
