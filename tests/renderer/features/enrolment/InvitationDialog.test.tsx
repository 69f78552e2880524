import { afterEach, beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { choose } from '../../choose.ts'
import { Router } from 'wouter'
import { windowPaths } from '../../../../contract/app/window/windowPath.ts'
import InvitationDialog from '../../../../renderer/features/enrolment/InvitationDialog.tsx'
import { useHashPath } from '../../../../renderer/session/hashLocation.ts'
import { findAxeViolations } from '../../axe.ts'
import { show } from '../../show.tsx'

const keyStore = { kind: 'keychain', name: 'GNOME Keyring', reason: null } as const
const link = `linkwright://enroll?service=https%3A%2F%2Flinks.example.com&invitation=lwk_invite_${'a'.repeat(40)}`
const openedInvitation = {
  id: 'one',
  service: 'https://links.example.com/api/v1/sdk',
  profiles: [{ id: 'shop', name: 'Shop', key: 'keychain' }],
}
const checkedInvitation = {
  ...{ projectName: 'Web shop', keyName: 'anna', scope: 'create-only', environment: 'production' },
  expiresAt: '2026-12-01T12:00:00.000Z',
}
const ok = (value: unknown) => () => ({ ok: true, value })
/** Returns these invitations, one per call, as if other programs had passed them. */
const passInvitations = (...invitations: (typeof openedInvitation)[]) => {
  const remaining = [...invitations]
  return () => ({ ok: true, value: remaining.shift() ?? null })
}
const button = (name: string) => page.getByRole('button', { name })

beforeEach(() => history.replaceState(null, '', `#${windowPaths.invitation}`))
afterEach(() => history.replaceState(null, '', '#'))

const showDialog = (answers: Record<string, (input: never) => unknown>) =>
  show(
    <Router hook={useHashPath}>
      <InvitationDialog keyStore={keyStore} />
    </Router>,
    answers,
  )

test('a pasted invitation is confirmed before its service is contacted, and shows what it allows', async () => {
  const calls = await showDialog({
    'enrolment.open': ({ text }: { text?: string }) => ({
      ok: true,
      value: text === undefined ? null : openedInvitation,
    }),
    'enrolment.check': ok(checkedInvitation),
    'enrolment.accept': ok({ id: 'profile' }),
  })
  await expect.element(page.getByLabelText('Invitation', { exact: true })).toHaveFocus()
  await page.getByLabelText('Invitation', { exact: true }).fill(link)
  expect(await findAxeViolations()).toEqual([])
  await button('Continue').click()
  await expect.element(page.getByText(/^Nothing has been sent yet\./)).toBeVisible()
  expect(calls.map(([name]) => name)).toEqual(['enrolment.open', 'enrolment.open'])
  expect(document.body.innerHTML).not.toContain('lwk_invite')
  expect(await findAxeViolations()).toEqual([])
  await button('Continue').click()
  await expect.element(page.getByRole('dialog', { name: 'Join Web shop?' })).toBeVisible()
  await expect.element(page.getByText('Create links, but not look them up')).toBeVisible()
  await expect.element(page.getByText(/Kept in GNOME Keyring/)).toBeVisible()
  await expect.element(page.getByLabelText('Profile name')).toHaveFocus()
  expect(await findAxeViolations()).toEqual([])
  await page.getByLabelText('Profile name').fill('Shop of Anna')
  await button('Add the profile').click()
  await expect.poll(() => location.hash).toBe('#/create')
  expect(calls.at(-2)).toEqual(['enrolment.accept', { id: 'one', name: 'Shop of Anna', keep: 'keychain' }])
})

test('a further profile of a service has a name of its own, and can start with the rules of the first', async () => {
  const profiles = [{ id: 'shop', name: 'Web shop', key: 'keychain' }]
  const calls = await showDialog({
    'enrolment.open': passInvitations({ ...openedInvitation, profiles }),
    'enrolment.check': ok(checkedInvitation),
    'enrolment.accept': ok({ id: 'profile' }),
    'rules.get': ok({ rules: { campaign: {} } }),
  })
  await button('Continue').click()
  await expect.element(page.getByLabelText('Profile name')).toHaveValue('Web shop (anna)')
  await expect.element(page.getByLabelText('Start with the tracking rules of “Web shop”')).toBeChecked()
  expect(await findAxeViolations()).toEqual([])
  await button('Add the profile').click()
  await expect
    .poll(() => calls.find(([call]) => call === 'enrolment.accept')?.[1])
    .toMatchObject({ name: 'Web shop (anna)', rulesOf: 'shop' })
})

test('an invitation from another program needs a confirmation, and Cancel discards it without a request', async () => {
  const calls = await showDialog({
    'enrolment.open': passInvitations(openedInvitation),
    'enrolment.dismiss': ok(null),
  })
  await expect.element(page.getByRole('dialog', { name: 'Use this invitation?' })).toBeVisible()
  await expect.element(button('Cancel')).toHaveFocus()
  await button('Cancel').click()
  await expect.poll(() => location.hash).toBe('#/profiles')
  expect(calls).toEqual([
    ['enrolment.open', {}],
    ['enrolment.dismiss', { id: 'one' }],
    ['enrolment.open', {}],
  ])
})

test('invitations passed meanwhile are shown one after another', async () => {
  const service = (host: string) => `https://${host}.example.com/api/v1/sdk`
  const [second, third] = ['two', 'three'].map((id) => ({ ...openedInvitation, id, service: service(id) }))
  const calls = await showDialog({
    'enrolment.open': passInvitations(
      openedInvitation,
      second as typeof openedInvitation,
      third as typeof openedInvitation,
    ),
    'enrolment.dismiss': ok(null),
    'enrolment.check': ok(checkedInvitation),
    'enrolment.accept': ok({}),
  })
  await button('Continue').click()
  await page.getByLabelText('Profile name').fill('Shop of Anna')
  await button('Add the profile').click()
  await expect.element(page.getByText('two.example.com', { exact: true })).toBeVisible()
  await expect.element(page.getByText(/^Nothing has been sent yet\./)).toBeVisible()
  await button('Cancel').click()
  await expect.element(page.getByText('three.example.com', { exact: true })).toBeVisible()
  await button('Continue').click()
  await expect.element(page.getByLabelText('Profile name')).toHaveValue('Web shop')
  await button('Add the profile').click()
  await expect.poll(() => location.hash).toBe('#/create')
  const ids = calls
    .filter(([name]) => name.startsWith('enrolment.') && name !== 'enrolment.open')
    .map(([name, input]) => [name, (input as { id: string }).id])
  expect(ids).toEqual([
    ['enrolment.check', 'one'],
    ['enrolment.accept', 'one'],
    ['enrolment.dismiss', 'two'],
    ['enrolment.check', 'three'],
    ['enrolment.accept', 'three'],
  ])
})

test('an invalid invitation is reported and can be corrected', async () => {
  await showDialog({
    'enrolment.open': ({ text }: { text?: string }) =>
      text === undefined
        ? { ok: true, value: null }
        : { ok: false, problem: { code: 'invitation_unreadable' } },
  })
  await page.getByLabelText('Invitation', { exact: true }).fill('hello')
  await button('Continue').click()
  await expect.element(page.getByText('This isn’t an invitation')).toBeVisible()
  await expect.element(page.getByLabelText('Invitation', { exact: true })).toHaveValue('hello')
})

test('a key store that refuses the key offers to keep it in memory', async () => {
  const calls = await showDialog({
    'enrolment.open': passInvitations(openedInvitation),
    'enrolment.check': ok(checkedInvitation),
    'enrolment.accept': ({ keep }: { keep: string }) =>
      keep === 'memory' ? { ok: true, value: {} } : { ok: false, problem: { code: 'key_store_locked' } },
  })
  await button('Continue').click()
  await button('Add the profile').click()
  await button('Keep it until I close the app').click()
  await expect.poll(() => location.hash).toBe('#/create')
  expect(calls.at(-2)).toEqual(['enrolment.accept', { id: 'one', name: 'Web shop', keep: 'memory' }])
})

test('the key is added to the service’s profile without a key, unless a new profile is chosen', async () => {
  const preset = { id: 'preset', name: 'Preset', key: 'none' }
  const calls = await showDialog({
    'enrolment.open': passInvitations({ ...openedInvitation, profiles: [preset] }),
    'enrolment.check': ok(checkedInvitation),
    'enrolment.accept': ok({}),
  })
  await button('Continue').click()
  await expect
    .element(page.getByRole('combobox', { name: 'Add the key to' }))
    .toHaveValue('Preset, which has no key yet')
  await choose('Add the key to', 'A new profile')
  await expect.element(page.getByLabelText('Profile name')).toHaveValue('Web shop')
  await choose('Add the key to', 'Preset, which has no key yet')
  expect(await findAxeViolations()).toEqual([])
  await button('Add the key').click()
  await expect
    .poll(() => calls.at(-2))
    .toEqual(['enrolment.accept', { id: 'one', name: 'Web shop', keep: 'keychain', profileId: 'preset' }])
})
