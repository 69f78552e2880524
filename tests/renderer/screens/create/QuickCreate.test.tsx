import { beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { Router } from 'wouter'
import type { CallInput } from '../../../../contract/app/calls/calls.ts'
import { trackingRules } from '../../../../contract/service/rules/trackingRules.ts'
import type { LinkRecord } from '../../../../contract/app/link/record.ts'
import QuickCreate from '../../../../renderer/screens/create/QuickCreate.tsx'
import { useHashPath } from '../../../../renderer/session/hashLocation.ts'
import { openQuickCreate, useQuickStart } from '../../../../renderer/session/quickCreate.ts'
import type { QuickStart } from '../../../../renderer/session/quickCreate.ts'
import { Toaster } from '../../../../renderer/ui/Toaster.tsx'
import { findAxeViolations } from '../../axe.ts'
import { createAppState, withSession } from '../../session.tsx'
import { show } from '../../show.tsx'

const dialog = () => page.getByRole('dialog', { name: 'New link' })
const address = () => dialog().getByLabelText('Where does it go?')
const create = () => dialog().getByRole('button', { name: 'Create and copy' })

beforeEach(() => history.replaceState(null, '', '#/links'))

function Opened() {
  return useQuickStart() && <QuickCreate />
}

interface Options {
  start?: QuickStart
  canChangeLinks?: boolean
  hasOwnPaths?: boolean
  problem?: { code: string }
  rules?: object
}

/** Shows the dialog. Returns the calls made so far with a name. */
async function open({
  start = {},
  canChangeLinks = false,
  hasOwnPaths = false,
  problem,
  rules = {},
}: Options = {}) {
  openQuickCreate(start)
  const { profiles } = createAppState()
  const calls = await show(
    withSession(
      <Router hook={useHashPath}>
        <Toaster />
        <Opened />
      </Router>,
      { profiles: profiles.map((profile) => ({ ...profile, canChangeLinks })) },
      { canChangeLinks, hasOwnPaths },
    ),
    {
      'presets.list': () => ({
        ok: true,
        value: { presets: [{ id: 'p', name: 'Newsletter', form: { medium: 'email' } }], defaults: {} },
      }),
      'rules.get': () => ({ ok: true, value: { rules } }),
      'links.checkPaths': ({ paths }: CallInput<'links.checkPaths'>) => ({
        ok: true,
        value: {
          opens_app: null,
          paths: paths.map((path) => ({ path, state: path === 'taken' ? 'taken' : 'free' })),
        },
      }),
      'drafts.save': () => ({ ok: true, value: null }),
      'drafts.remove': () => ({ ok: true, value: null }),
      'suggestions.words': () => ({
        ok: true,
        value: { tags: [], tracking: { campaign: [], source: [], medium: [] }, parameters: {} },
      }),
      'links.create': (input: CallInput<'links.create'>) => ({
        ok: true,
        value: problem
          ? ({ ...record(input), state: 'failed', link: null, path: null, problem } as LinkRecord)
          : record(input),
      }),
      'changes.read': () => ({ ok: true, value: { link: {}, version: { etag: '"1"', updatedAt: null } } }),
      'changes.send': () => ({
        ok: true,
        value: { change: { state: 'applied', problem: null }, current: null },
      }),
    },
  )
  return (name: string) => calls.filter(([call]) => call === name).map(([, input]) => input)
}

function record(input: CallInput<'links.create'>): LinkRecord {
  return {
    ...{ id: input.id, state: 'created', profileId: 'acme', profileName: 'Acme', environment: 'development' },
    ...{ request: input.request, promotedFrom: null, problem: null, answer: null, stored: null },
    ...{ link: 'https://links.example.com/aB3dE1', path: 'aB3dE1', differences: [], checkedAt: null },
    createdAt: '2026-11-22T16:11:00.000Z',
  }
}

test('Enter after a pasted address creates the link, copies it and offers to open it', async () => {
  const calls = await open({ start: { url: 'https://shop.example.com/summer' } })
  await expect.element(address()).toHaveFocus()
  expect(await findAxeViolations()).toEqual([])
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByText('Link created and copied.')).toBeVisible()
  await expect.element(dialog()).not.toBeInTheDocument()
  expect(calls('links.create')).toMatchObject([
    {
      environment: 'development',
      request: { desktop_custom_redirect: { url: 'https://shop.example.com/summer' } },
    },
  ])
  expect(page.getByRole('button', { name: 'Undo' }).query()).toBeNull()
  await page.getByRole('button', { name: 'Open' }).click()
  expect(location.hash).toMatch(/^#\/links\/.{36}\/page$/)
})

test('Enter right after another program opened the form creates nothing, and its next address replaces the first', async () => {
  const calls = await open({ start: { url: 'https://shop.example.com/first', isForeign: true } })
  await expect.element(address()).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  expect(calls('links.create')).toEqual([])
  openQuickCreate({ url: 'https://shop.example.com/second', isForeign: true })
  await expect.element(address()).toHaveValue('https://shop.example.com/second')
  await expect.element(dialog().getByText(/Another program asked for this link/)).toBeVisible()
  await new Promise((resolve) => setTimeout(resolve, 1_100))
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => calls('links.create')).toHaveLength(1)
})

test('Undo switches the new link off if its service supports changes', async () => {
  const calls = await open({ start: { url: 'https://shop.example.com/' }, canChangeLinks: true })
  await create().click()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(() => calls('changes.send')).toMatchObject([{ patch: { active: false } }])
})

test('an own path is checked as it is typed, and sent, where the service has own paths', async () => {
  const calls = await open({ start: { url: 'https://shop.example.com/' }, hasOwnPaths: true })
  await dialog().getByLabelText('Path').fill('summer')
  await expect.element(dialog().getByText('Free.')).toBeVisible()
  await create().click()
  await expect.poll(() => calls('links.create')).toMatchObject([{ request: { path: 'summer' } }])
})

test('a path that is taken isn’t sent, and its field is marked', async () => {
  const calls = await open({ start: { url: 'https://shop.example.com/' }, hasOwnPaths: true })
  const path = dialog().getByLabelText('Path')
  await path.fill('taken')
  await expect.element(dialog().getByText(/^Taken/)).toBeVisible()
  await expect.element(path).toHaveAttribute('aria-invalid', 'true')
  await create().click()
  await expect.element(path).toHaveFocus()
  expect(calls('links.create')).toEqual([])
  await dialog().getByRole('button', { name: 'Use taken-2' }).click()
  await create().click()
  await expect.poll(() => calls('links.create')).toMatchObject([{ request: { path: 'taken-2' } }])
})

test('a path is checked before it is sent, even right after it was typed', async () => {
  const calls = await open({ start: { url: 'https://shop.example.com/' }, hasOwnPaths: true })
  const path = dialog().getByLabelText('Path')
  await path.fill('taken')
  await userEvent.keyboard('{Enter}')
  await expect.element(path).toHaveAttribute('aria-invalid', 'true')
  await expect.element(path).toHaveFocus()
  expect(calls('links.create')).toEqual([])
  await path.fill('summer')
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => calls('links.create')).toMatchObject([{ request: { path: 'summer' } }])
})

test('a preset fills the other fields, and keeps the address and the title', async () => {
  const calls = await open({ start: { url: 'shop.example.com/a', preset: 'newsletter', title: 'Kettle' } })
  await create().click()
  await expect
    .poll(() => calls('links.create'))
    .toMatchObject([
      {
        request: {
          title: 'Kettle',
          desktop_custom_redirect: { url: 'https://shop.example.com/a' },
          tracking_medium: 'email',
        },
      },
    ])
})

test('a link without an address is refused in a sentence, and so is one that breaks a rule', async () => {
  const calls = await open({ rules: trackingRules.parse({ campaign: { presence: 'required' } }) })
  await create().click()
  await expect.element(dialog().getByText(/^Enter where the link goes\./)).toBeVisible()
  await address().fill('shop.example.com')
  await create().click()
  await expect.element(dialog().getByRole('combobox', { name: 'Campaign' })).toHaveFocus()
  expect(calls('links.create')).toEqual([])
})

test('tracking that is moved out of the address is shown, and corrected with one press', async () => {
  const source = { values: ['twitter', 'newsletter'] }
  const calls = await open({
    start: { url: 'https://shop.example.com/q?utm_source=twiter&utm_medium=social' },
    rules: trackingRules.parse({ source }),
  })
  await expect.element(address()).toHaveFocus()
  expect(dialog().getByRole('combobox', { name: 'Source' }).query()).toBeNull()
  await userEvent.keyboard('{Enter}')
  await expect.element(dialog().getByRole('combobox', { name: 'Source' })).toHaveValue('twiter')
  await dialog().getByRole('button', { name: 'Use “twitter”' }).click()
  await create().click()
  await expect
    .poll(() => calls('links.create'))
    .toMatchObject([{ request: { tracking_source: 'twitter', tracking_medium: 'social' } }])
})

test('a create that failed keeps what was typed, in the dialog and as a draft', async () => {
  const calls = await open({
    start: { url: 'https://shop.example.com/' },
    problem: { code: 'connection_refused' },
  })
  await dialog().getByLabelText('Title').fill('Kettle')
  await create().click()
  await expect.element(dialog().getByText('No link was created. What you entered is kept.')).toBeVisible()
  await expect.element(dialog().getByLabelText('Title')).toHaveValue('Kettle')
  expect(calls('drafts.save').at(-1)).toMatchObject({ form: { values: { title: 'Kettle' } } })
  expect(calls('drafts.remove')).toEqual([])
})

test('All fields opens the same draft in the form', async () => {
  const calls = await open({ start: { url: 'https://shop.example.com/' } })
  await dialog().getByRole('button', { name: 'All fields' }).click()
  await expect.element(dialog()).not.toBeInTheDocument()
  const [saved] = calls('drafts.save') as CallInput<'drafts.save'>[]
  expect(saved).toMatchObject({ form: { values: { desktopUrl: 'https://shop.example.com/' } } })
  expect(location.hash).toBe(`#/create/${saved?.id}`)
})

test('Escape discards what was typed, and Undo opens it in the form, named by its address', async () => {
  const calls = await open()
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog()).not.toBeInTheDocument()
  expect(page.getByRole('button', { name: 'Undo' }).query()).toBeNull()
  openQuickCreate()
  await address().fill('shop.example.com/a')
  await expect.poll(() => calls('drafts.save').length).toBeGreaterThan(0)
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByText('Draft “shop.example.com/a” discarded.')).toBeVisible()
  const [saved] = calls('drafts.save') as CallInput<'drafts.save'>[]
  expect(calls('drafts.remove').at(-1)).toEqual({ id: saved?.id })
  await page.getByRole('button', { name: 'Undo' }).click()
  expect(location.hash).toBe(`#/create/${saved?.id}`)
  expect(calls('drafts.save').at(-1)).toMatchObject({
    form: { values: { desktopUrl: 'shop.example.com/a' } },
  })
})
