import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { CallInput } from '../../../../contract/app/calls/calls.ts'
import type { LinkRecord } from '../../../../contract/app/link/record.ts'
import { ok } from '../../../../contract/app/problems/result.ts'
import type { GenerateRequest } from '../../../../contract/service/link/generate.ts'
import { PromoteDialog } from '../../../../renderer/features/promotion/PromoteDialog.tsx'
import { findAxeViolations } from '../../axe.ts'
import { createAppState, withSession } from '../../session.tsx'
import { show } from '../../show.tsx'

function createRecord(request: GenerateRequest): LinkRecord & { request: GenerateRequest } {
  return {
    id: '4d9f3c52-6c0e-4d0c-9d0f-7a8f0d6d3c11',
    state: 'created',
    profileId: 'acme',
    profileName: 'Acme',
    environment: 'development',
    request,
    promotedFrom: null,
    link: 'https://go.example/Ab3',
    path: 'Ab3',
    problem: null,
    answer: null,
    stored: null,
    differences: null,
    checkedAt: null,
    createdAt: new Date().toISOString(),
  }
}

const url = 'https://shop.example/a'
const mistyped = { title: 'Sale', desktop_custom_redirect: { url: 'htp:/shop.example/a' } }

/** Opens the dialog. Returns the requests that it sends. */
async function open(request: GenerateRequest, profile: Parameters<typeof withSession>[2] = {}) {
  const record = createRecord(request)
  const profiles = createAppState().profiles.map((one) => ({ ...one, ...profile }))
  const calls = await show(
    withSession(<PromoteDialog record={record} opened close={() => undefined} />, { profiles }),
    {
      'links.promotions': () => ok([]),
      'suggestions.similar': () => ok([]),
      'suggestions.words': () => ok({ tags: [], tracking: { campaign: [], source: [], medium: [] } }),
      'rules.get': () => ok({ rules: {} }),
      'links.checkPaths': ({ paths, environment }: CallInput<'links.checkPaths'>) =>
        ok({
          opens_app: null,
          paths: [{ path: paths[0], state: environment === 'production' ? 'free' : 'taken' }],
        }),
      'links.create': () => ({ ok: false, problem: { code: 'connection_refused' } }),
    },
  )
  return () =>
    calls.filter(([name]) => name === 'links.create').map(([, input]) => input as CallInput<'links.create'>)
}

const sendButton = page.getByRole('button', { name: 'Create in production' })

test('a promotion begins at what changes, not at the button that closes it', async () => {
  await open({ title: 'Sale', desktop_custom_redirect: { url } })
  await expect.element(page.getByRole('heading', { name: 'What changes' })).toHaveFocus()
})

test('a promotion is sent with Ctrl+Enter from any field', async () => {
  const sent = await open({ title: 'Sale', desktop_custom_redirect: { url } })
  await page.getByRole('textbox', { name: 'Title' }).click()
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  await expect.poll(() => sent().length).toBe(1)
})

test('a promotion sends the request of the development link to production', async () => {
  const request = { title: 'Sale', data: '{"id": 12345678901234567890}', desktop_custom_redirect: { url } }
  const created = await open(request)
  await expect.element(page.getByRole('row', { name: 'Environment Development Production' })).toBeVisible()
  // What is filled in is open.
  await expect
    .element(page.getByRole('button', { name: /^App data/ }))
    .toHaveAttribute('aria-expanded', 'true')
  expect(await findAxeViolations()).toEqual([])
  await sendButton.click()
  await expect
    .poll(created)
    .toMatchObject([
      { profileId: 'acme', environment: 'production', request, promotedFrom: createRecord(request).id },
    ])
})

test('a mistyped address is not promoted to our own service before it is fixed, as in the form', async () => {
  const created = await open(mistyped)
  await sendButton.click()
  await expect.element(page.getByText('1 field has an error')).toBeVisible()
  expect(created()).toEqual([])
  await page.getByRole('button', { name: 'Use https://' }).click()
  await expect.element(page.getByText(/It was htp:/)).toBeVisible()
  await sendButton.click()
  await expect.poll(created).toMatchObject([{ request: { desktop_custom_redirect: { url } } }])
})

test('a mistyped address is only a warning for another service, as in the form', async () => {
  const created = await open(mistyped, { defaults: 'unknown' })
  await expect.element(page.getByText(/looks like a typo/)).toBeVisible()
  await sendButton.click()
  await expect.poll(created).toMatchObject([{ request: mistyped }])
})

const ownPath = { title: 'Sale', path: 'sale', desktop_custom_redirect: { url } }

test('on another host, the development link’s path is offered and checked in production', async () => {
  const created = await open(ownPath, { hasOwnPaths: true, linkHosts: ['links.example'] })
  await userEvent.click(page.getByRole('button', { name: 'Use sale' }))
  await expect.element(page.getByText('Free.')).toBeVisible()
  await sendButton.click()
  await expect.poll(created).toMatchObject([{ request: ownPath }])
})

test('on the same host, the development link keeps its path, and a wrong one is refused', async () => {
  const created = await open({ ...ownPath, title: '' }, { hasOwnPaths: true, linkHosts: ['go.example'] })
  await expect.element(page.getByRole('row', { name: 'Path sale Chosen by the service' })).toBeVisible()
  expect(page.getByRole('button', { name: 'Use sale' }).query()).toBeNull()
  await userEvent.fill(page.getByLabelText('Path'), 'a/b')
  await sendButton.click()
  await expect.element(page.getByLabelText('Path')).toHaveAttribute('aria-invalid', 'true')
  expect(created()).toEqual([])
  await userEvent.clear(page.getByLabelText('Path'))
  await sendButton.click()
  await expect.poll(() => created().map(({ request }) => request.path)).toEqual([undefined])
})
