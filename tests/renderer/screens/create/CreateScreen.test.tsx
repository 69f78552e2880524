import { beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { Route, Router } from 'wouter'
import type { CallInput } from '../../../../contract/app/calls/calls.ts'
import { CreateScreen } from '../../../../renderer/screens/create/CreateScreen.tsx'
import { rememberDraft } from '../../../../renderer/screens/create/openDraft.ts'
import { useHashPath } from '../../../../renderer/session/hashLocation.ts'
import { Toaster } from '../../../../renderer/ui/Toaster.tsx'
import { withSession } from '../../session.tsx'
import { show } from '../../show.tsx'

const draftId = '4d9f3c52-6c0e-4d0c-9d0f-7a8f0d6d3c11'

beforeEach(() => {
  sessionStorage.clear()
  history.replaceState(null, '', '#/create')
})

async function open(answers: Record<string, (input: never) => unknown>) {
  const calls = await show(
    withSession(
      <Router hook={useHashPath}>
        <Toaster />
        <Route path="/create/:draft?" component={CreateScreen} />
      </Router>,
    ),
    {
      'presets.list': () => ({ ok: true, value: { presets: [], defaults: {} } }),
      'rules.get': () => ({ ok: true, value: { rules: {} } }),
      'suggestions.similar': () => ({ ok: true, value: [] }),
      'drafts.save': () => ({ ok: true, value: null }),
      ...answers,
    },
  )
  return () =>
    calls.filter(([name]) => name === 'drafts.save').map(([, input]) => input as CallInput<'drafts.save'>)
}

test('a draft that can’t be read is not overwritten, and is listed once it can', async () => {
  rememberDraft(draftId)
  const saved = { id: draftId, savedAt: '2026-11-22T12:00:00.000Z', form: { values: {}, intent: null } }
  const list = vi.fn<() => unknown>(() => new Promise(() => undefined))
  for (let count = 0; count < 3; count++) {
    list.mockReturnValueOnce({ ok: false, problem: { code: 'storage_failed' } })
  }
  const saves = await open({ 'drafts.list': list })
  await expect.element(page.getByRole('alert')).toBeVisible()
  const title = page.getByLabelText('Title', { exact: true })
  await expect.element(title).toBeVisible()
  expect(list).toHaveBeenCalledOnce()
  list.mockReset()
  list.mockReturnValue({ ok: true, value: [saved] })
  await title.fill('Winter sale')
  await expect.element(page.getByText('+1 more')).toBeVisible()
  await expect.element(title).toHaveValue('Winter sale')
  expect(saves().map(({ id }) => id)).not.toContain(draftId)
})

test('the draft that was open is shown once drafts can be read', async () => {
  rememberDraft(draftId)
  const form = { values: { title: 'Winter sale' }, intent: null }
  const saved = { id: draftId, savedAt: '2026-11-22T12:00:00.000Z', form }
  const newer = { ...saved, id: crypto.randomUUID(), savedAt: '2026-11-23T12:00:00.000Z' }
  const list = vi.fn<() => unknown>(() => ({
    ok: true,
    value: [{ ...newer, form: { ...form, values: {} } }, saved],
  }))
  list.mockReturnValueOnce({ ok: false, problem: { code: 'storage_failed' } })
  await open({ 'drafts.list': list })
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.element(page.getByLabelText('Title', { exact: true })).toHaveValue('Winter sale')
})

/** Has a draft open in another window until the returned function is called. */
async function openElsewhere(id: string): Promise<() => void> {
  const closed = Promise.withResolvers<undefined>()
  const granted = Promise.withResolvers<undefined>()
  void navigator.locks.request(`draft ${id}`, () => {
    granted.resolve(undefined)
    return closed.promise
  })
  await granted.promise
  return () => closed.resolve(undefined)
}

test('a second window starts an empty form, not a copy of the draft in the first one', async () => {
  const id = crypto.randomUUID()
  const close = await openElsewhere(id)
  const form = { values: { title: 'Winter sale' }, intent: null }
  const saved = { id, savedAt: '2026-11-22T12:00:00.000Z', form }
  const saves = await open({ 'drafts.list': () => ({ ok: true, value: [saved] }) })
  const title = page.getByLabelText('Title', { exact: true })
  await expect.element(title).toHaveValue('')
  await expect.element(page.getByText('+1 more')).toBeVisible()
  await title.fill('Spring sale')
  await expect.poll(() => saves().length).toBeGreaterThan(0)
  expect(saves().map((draft) => draft.id)).not.toContain(id)
  close()
})

test('a draft that another window has open is copied, so that neither overwrites the other’s text', async () => {
  const id = crypto.randomUUID()
  const close = await openElsewhere(id)
  history.replaceState(null, '', `#/create/${id}`)
  const form = { values: { title: 'Winter sale' }, intent: null }
  const saves = await open({
    'drafts.list': () => ({ ok: true, value: [{ id, savedAt: '2026-11-22T12:00:00.000Z', form }] }),
  })
  const title = page.getByLabelText('Title', { exact: true })
  await expect.element(title).toHaveValue('Winter sale')
  await expect.element(page.getByText(/^Another window has this draft open/)).toBeVisible()
  await title.fill('Winter sale, here')
  await expect.poll(() => saves().length).toBeGreaterThan(0)
  expect(saves().map((saved) => saved.id)).not.toContain(id)
  close()
})

test('the form does not say that there are no similar links until they were searched', async () => {
  const list = { 'drafts.list': () => ({ ok: true, value: [] }) }
  const searched = Promise.withResolvers<unknown>()
  await open({ ...list, 'suggestions.similar': () => searched.promise })
  const nothing = page.getByText('You have no other link like this.')
  await expect.element(page.getByRole('heading', { name: 'Similar' })).toBeInTheDocument()
  expect(nothing.elements()).toEqual([])
  searched.resolve({ ok: true, value: [] })
  await expect.element(nothing).toBeInTheDocument()
})

test('the form shows why similar links could not be searched', async () => {
  await open({
    'drafts.list': () => ({ ok: true, value: [] }),
    'suggestions.similar': () => ({ ok: false, problem: { code: 'storage_failed' } }),
  })
  await expect.element(page.getByText('Linkwright can’t write to its data folder')).toBeInTheDocument()
  expect(page.getByText('You have no other link like this.').elements()).toEqual([])
})

test.each([
  ['can’t be read', null, true],
  ['don’t exist', {}, false],
])('rules that %s are mentioned beside the button only if they exist', async (_, rules, isMentioned) => {
  await open({
    'drafts.list': () => ({ ok: true, value: [] }),
    'rules.get': () => ({ ok: true, value: { rules } }),
  })
  await expect.element(page.getByRole('button', { name: 'Create link' })).toBeEnabled()
  const texts = page.getByText('This profile’s rules can’t be read, and aren’t applied')
  await expect.poll(() => texts.elements().length).toBe(isMentioned ? 1 : 0)
})

test('an empty form asks before it creates a link, and returns to its address', async () => {
  const created: unknown[] = []
  await open({
    'drafts.list': () => ({ ok: true, value: [] }),
    'links.create': (input) => {
      created.push(input)
      return new Promise(() => undefined)
    },
  })
  const question = page.getByRole('dialog', { name: 'Create a link without an address?' })
  await page.getByRole('button', { name: 'Create link' }).click()
  await question.getByRole('button', { name: 'Enter an address' }).click()
  await expect.element(page.getByLabelText('Where does it go?')).toHaveFocus()
  expect(created).toEqual([])
  await page.getByRole('button', { name: 'Create link' }).click()
  await question.getByRole('button', { name: 'Create it anyway' }).click()
  await expect.poll(() => created.length).toBe(1)
})

test('a link that is created after its form was left is announced, and its draft is removed', async () => {
  const created = Promise.withResolvers<unknown>()
  const removed: unknown[] = []
  let sent: CallInput<'links.create'> | undefined
  await open({
    'drafts.list': () => ({ ok: true, value: [] }),
    'drafts.remove': (input) => {
      removed.push(input)
      return { ok: true, value: null }
    },
    'links.create': (input) => {
      sent = input
      return created.promise
    },
  })
  await page.getByLabelText('Where does it go?').fill('https://shop.example.com/')
  await page.getByRole('button', { name: 'Create link' }).click()
  await expect.poll(() => sent).toBeDefined()
  location.hash = '#/links'
  await expect.element(page.getByLabelText('Where does it go?')).not.toBeInTheDocument()
  const link = 'https://links.example.com/aB3dE1'
  created.resolve({ ok: true, value: { ...sent, state: 'created', link, path: 'aB3dE1', problem: null } })
  await expect.element(page.getByText(`Link created: ${link}`)).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Copy' })).toBeVisible()
  expect(removed.length).toBe(1)
})

test('an address that is being typed is no error, and is shown with https:// from its first dot on', async () => {
  await open({ 'drafts.list': () => ({ ok: true, value: [] }) })
  const address = page.getByLabelText('Where does it go?', { exact: true })
  const errors = page.getByText('1 field has an error')
  await address.fill('shop')
  await expect.element(page.getByText('Saving draft…')).toBeVisible()
  expect(errors.elements()).toEqual([])
  await address.fill('shop.example.com/shoes')
  await expect
    .poll(() => page.getByText('https://shop.example.com/shoes').elements().length)
    .toBeGreaterThan(0)
  expect(page.getByLabelText('has warnings').elements()).toEqual([])
  await address.fill('shop')
  await page.getByLabelText('Title', { exact: true }).click()
  await expect.element(errors).toBeVisible()
})
