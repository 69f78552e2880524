import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { LinkRecord } from '../../../../contract/app/link/record.ts'
import { SendReport } from '../../../../renderer/features/linkForm/SendReport.tsx'
import { createDraftSession } from '../../../../renderer/screens/create/draftSession.ts'
import type { DraftSession } from '../../../../renderer/screens/create/draftSession.ts'
import { useSubmit } from '../../../../renderer/screens/create/useSubmit.ts'
import { blankForm } from '../../../../renderer/link/form.ts'
import { useSession } from '../../../../renderer/session/Session.tsx'
import { findAxeViolations } from '../../axe.ts'
import { withSession } from '../../session.tsx'
import { show } from '../../show.tsx'

const id = '4d9f3c52-6c0e-4d0c-9d0f-7a8f0d6d3c11'
const uncertainRecord: LinkRecord = {
  id,
  state: 'unknown',
  profileId: 'acme',
  profileName: 'Acme',
  environment: 'development',
  request: { title: 'Summer sale' },
  promotedFrom: null,
  link: null,
  path: null,
  problem: { code: 'create_unknown', cause: 'connection_lost' },
  answer: null,
  stored: null,
  differences: null,
  checkedAt: null,
  createdAt: new Date().toISOString(),
}
const createdRecord: LinkRecord = {
  ...uncertainRecord,
  state: 'created',
  link: 'https://l.example/Ab3',
  path: 'Ab3',
  problem: null,
}

const ok = (value: unknown) => () => ({ ok: true, value })
const notRepeatable = () => ({ ok: false, problem: { code: 'not_repeatable' } })

function Report({ draft, created }: { draft: DraftSession; created: (record: LinkRecord) => void }) {
  const { current } = useSession()
  const submit = useSubmit(current, draft, null, created)
  const send = () => submit.send({ title: 'Summer sale' })
  return (
    <>
      <SendReport {...submit} again={send} />
      <button onClick={send}>Create link</button>
      <button onClick={submit.cancel}>Cancel the create</button>
    </>
  )
}

/** Renders a sent draft, with the message above it if there is one. */
async function open(
  intent: string | null,
  answers: Record<string, (input: never) => unknown>,
  profile: Parameters<typeof withSession>[2] = {},
) {
  const keeper = { save: () => Promise.resolve(true), remove: vi.fn() }
  const draft = createDraftSession({ values: { ...blankForm, title: 'Summer sale' }, intent }, keeper)
  const created = vi.fn()
  const calls = await show(withSession(<Report draft={draft} created={created} />, {}, profile), answers)
  return { draft, keeper, created, callsNamed: (name: string) => calls.filter(([call]) => call === name) }
}

const box = () => page.getByRole('alert').filter({ hasText: 'The link may or may not have been created' })
const button = (name: string) => page.getByRole('button', { name, exact: true })
/** Returns a button's colour without hover: the pointer may still be where the last test left it. */
const background = (name: string) => getComputedStyle(button(name).element()).getPropertyValue('--button-bg')

test('the uncertain message is shown again when the draft is reopened, and nothing is sent', async () => {
  const { callsNamed } = await open(id, { 'links.get': ok(uncertainRecord) })
  await expect.element(box()).toBeVisible()
  await expect.element(box().getByText(/^Sent /)).toBeVisible()
  expect([callsNamed('links.create'), callsNamed('links.settle')]).toEqual([[], []])
})

test('looking for the link is the primary button and comes first, creating again a plain one', async () => {
  await open(id, { 'links.get': ok(uncertainRecord) })
  await expect.element(box()).toBeVisible()
  expect(background('Check again')).not.toBe(background('Open in Links'))
  expect(background('Create again')).toBe(background('Open in Links'))
  const names = box()
    .getByRole('button')
    .elements()
    .map(({ textContent }) => textContent)
  expect(names).toEqual(['Check again', 'Open in Links', 'Create again'])
  expect(await findAxeViolations()).toEqual([])
})

test('the uncertain message shows the time of the last failed lookup', async () => {
  await open(id, { 'links.get': ok(uncertainRecord), 'links.settle': ok(uncertainRecord) })
  await button('Check again').click()
  await expect.element(box().getByText(/^Still no answer, \d?\d:\d\d/)).toBeVisible()
})

test('the uncertain message shows why a lookup failed', async () => {
  await open(id, { 'links.get': ok(uncertainRecord), 'links.settle': notRepeatable })
  await button('Check again').click()
  await expect.element(page.getByText('Creating this link again isn’t safe')).toBeVisible()
  await expect.element(box().first()).toBeVisible()
})

test('a repeated create uses its own id, and a new one another id', async () => {
  const { draft, callsNamed } = await open(id, {
    'links.get': ok(uncertainRecord),
    'links.create': ok(uncertainRecord),
  })
  await expect.element(box()).toBeVisible()
  await button('Create link').click()
  await expect.poll(() => callsNamed('links.create')).toHaveLength(1)
  await button('Create again').click()
  await expect.poll(() => callsNamed('links.create')).toHaveLength(2)
  const [first, second] = callsNamed('links.create').map(([, input]) => (input as { id: string }).id)
  expect(first).toBe(id)
  expect(second).not.toBe(id)
  expect(draft.intent()).toBe(second)
})

test('a link found by lookup counts as created, and its draft is deleted', async () => {
  const { keeper, created } = await open(id, {
    'links.get': ok(uncertainRecord),
    'links.settle': ok(createdRecord),
  })
  await button('Check again').click()
  await expect.poll(() => created.mock.calls).toEqual([[createdRecord]])
  expect(keeper.remove.mock.calls).toHaveLength(1)
})

test('what is typed while the link is created stays in the draft', async () => {
  const answered = Promise.withResolvers<undefined>()
  const { draft, keeper, created, callsNamed } = await open(null, {
    'links.create': async (input: { id: string }) => {
      await answered.promise
      return { ok: true, value: { ...createdRecord, id: input.id } }
    },
  })
  await button('Create link').click()
  await expect.poll(() => callsNamed('links.create')).toHaveLength(1)
  draft.store.set({ title: 'Winter sale' })
  answered.resolve(undefined)
  await expect.element(page.getByText('The link was created after all')).toBeVisible()
  expect([keeper.remove.mock.calls, created.mock.calls]).toEqual([[], []])
  await button('Use this draft for a new link').click()
  expect(draft.intent()).toBeNull()
  expect(draft.store.get().title).toBe('Winter sale')
})

test('a changed draft is kept when its first request turns out to have created the link', async () => {
  const { draft, keeper, created } = await open(id, {
    'links.get': ok(uncertainRecord),
    'links.create': ok(createdRecord),
  })
  await expect.element(box()).toBeVisible()
  draft.store.set({ title: 'Winter sale' })
  await button('Create link').click()
  await expect.element(page.getByText('The link was created after all')).toBeVisible()
  expect([keeper.remove.mock.calls, created.mock.calls]).toEqual([[], []])
})

test('a draft whose link was created meanwhile says so, and creates no second one without confirmation', async () => {
  const { callsNamed } = await open(id, { 'links.get': ok(createdRecord), 'links.create': ok(createdRecord) })
  await expect.element(page.getByText('The link was created after all')).toBeVisible()
  await button('Create link').click()
  expect(callsNamed('links.create')).toEqual([])
  await button('Use this draft for a new link').click()
  await button('Create link').click()
  await expect.poll(() => callsNamed('links.create')).toHaveLength(1)
  expect((callsNamed('links.create')[0]?.[1] as { id: string }).id).not.toBe(id)
})

test('a failed create first says that no link was created and the input is kept', async () => {
  const failed = { ...uncertainRecord, state: 'failed', problem: { code: 'connection_refused' } }
  await open(id, { 'links.get': ok(failed) })
  const alert = page.getByRole('alert')
  await expect.element(alert.getByText('No link was created. What you entered is kept.')).toBeVisible()
  await expect.element(alert.getByText('The service refused the connection')).toBeVisible()
  expect(await findAxeViolations()).toEqual([])
})

test('a create that failed because of its key leads to the profile', async () => {
  const { pathname } = window.location
  await open(id, {
    'links.get': ok({ ...uncertainRecord, state: 'failed', problem: { code: 'key_refused' } }),
  })
  await button('Open the profile').click()
  expect(window.location.pathname).toBe('/profiles')
  window.history.replaceState(null, '', pathname)
})

test('a create that failed because of its key at another service offers to enter one, and hides the failure', async () => {
  const { callsNamed } = await open(
    id,
    {
      'links.get': ok({ ...uncertainRecord, state: 'failed', problem: { code: 'key_refused' } }),
      'keys.replace': ok(null),
    },
    { kind: 'remote' },
  )
  await button('Enter another key').click()
  await page.getByLabelText('Project key').fill('k'.repeat(40))
  await button('Check and save the key').click()
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument()
  expect(callsNamed('links.create')).toEqual([])
})

test('an unknown outcome does not claim that no link was created', async () => {
  await open(null, { 'links.create': () => ({ ok: false, problem: { code: 'bug' } }) })
  await button('Create link').click()
  await expect.element(page.getByRole('alert')).toBeVisible()
  expect(page.getByText(/No link was created/).elements()).toEqual([])
  await expect.element(page.getByText(/^It isn’t certain whether a link was created\./)).toBeVisible()
})

test('a create that could not be stored says that no link was created, also when it is repeated', async () => {
  const { callsNamed } = await open(null, {
    'links.create': () => ({ ok: false, problem: { code: 'storage_failed' } }),
  })
  const alert = page.getByRole('alert')
  for (const count of [1, 2]) {
    await button('Create link').click()
    await expect.poll(() => callsNamed('links.create')).toHaveLength(count)
    await expect.element(alert.getByText('No link was created. What you entered is kept.')).toBeVisible()
  }
  await expect.element(alert.getByText('Linkwright can’t write to its data folder')).toBeVisible()
})

test('a cancelled create that was sent stays uncertain', async () => {
  const { promise: cancelled, resolve: cancel } = Promise.withResolvers<undefined>()
  const cancelledRecord = { ...uncertainRecord, problem: { code: 'create_unknown', cause: 'cancelled' } }
  let sentId = ''
  const { callsNamed } = await open(null, {
    'links.create': async (input: { id: string }) => {
      sentId = input.id
      await cancelled
      return { ok: true, value: { ...cancelledRecord, id: sentId } }
    },
    'links.cancel': () => {
      cancel(undefined)
      return { ok: true, value: null }
    },
  })
  await page.getByRole('button', { name: 'Create link' }).click()
  await page.getByRole('button', { name: 'Cancel the create' }).click()
  await expect.element(page.getByText(/Reason: You cancelled the request/)).toBeVisible()
  expect(callsNamed('links.cancel')).toEqual([['links.cancel', { id: sentId }]])
})

test('the service’s own sentence about an uncertain create is only in the details', async () => {
  const serviceMessage = 'upstream connect error or disconnect/reset before headers'
  const problem = {
    code: 'create_unknown',
    cause: 'service_failed',
    status: 503,
    said: serviceMessage,
  } as const
  await open(id, { 'links.get': ok({ ...uncertainRecord, problem }) })
  const alert = page.getByRole('alert')
  await expect.element(alert.getByText(/^Reason:/)).toBeVisible()
  await expect.element(alert.getByText(/upstream connect error/)).not.toBeVisible()
  await alert.getByText('Details', { exact: true }).click()
  await expect.element(alert.getByText(/The service said: upstream connect error/)).toBeVisible()
})
