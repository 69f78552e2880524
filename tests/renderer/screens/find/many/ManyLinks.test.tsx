import { useState } from 'react'
import { Route, Router } from 'wouter'
import { useHashLocation } from 'wouter/use-hash-location'
import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { CallOutput } from '../../../../../contract/app/calls/calls.ts'
import type { Lookup } from '../../../../../contract/app/calls/links/links.ts'
import type { LinkPath } from '../../../../../contract/service/address/linkAddress.ts'
import { findPath } from '../../../../../contract/app/window/windowPath.ts'
import FindScreen from '../../../../../renderer/screens/find/FindScreen.tsx'
import { findRoute } from '../../../../../renderer/session/routes.ts'
import { findAxeViolations } from '../../../axe.ts'
import { withSession } from '../../../session.tsx'
import { show } from '../../../show.tsx'
import { createAnswer, createRecord, shops } from '../answers.ts'

type Opened = CallOutput<'lookups.open'>
type Input = Pick<Opened, 'omitted'> & { links: LinkPath[] }

const row = (name: string) => page.getByRole('row').filter({ hasText: name })
const readRow = (name: string) => row(name).element().textContent
const scope = () => page.getByRole('group', { name: 'Where this was looked up' })

const found = (path: string, fields: Record<string, unknown> = {}) => ({
  result: { found: createAnswer(path, { active: true, ...fields }).value },
})
const failed = (code: 'link_not_found' | 'connection_refused') => ({ result: { problem: { code } } })

/** Answers as the app does once it has looked up each link: `toLookup` returns what it knows of it. */
function createLookups(toLookup: (path: string) => Partial<Lookup>, rest: Partial<Opened> = {}) {
  return ({ links, omitted }: Input) => {
    const lookups = links.map((link) => ({
      ...{ link, context: { profileId: 'acme', environment: 'development' } },
      ...{ record: null, inNeither: false, result: null },
      ...toLookup(link.path),
    }))
    const ended = { phase: 'finished', problem: null, isHeld: false, endedAt: '2026-11-22T12:01:00.000Z' }
    const job = { job: crypto.randomUUID(), startedAt: '2026-11-22T12:00:00.000Z' }
    return { ok: true, value: { ...job, ...ended, omitted, lookups, ...rest } }
  }
}

async function open(
  question: string,
  toLookup: (path: string) => Partial<Lookup>,
  rest: Partial<Opened> = {},
  answers: Record<string, (input: never) => unknown> = {},
) {
  history.replaceState(null, '', `#${findPath(question)}`)
  const screen = (
    <Router hook={useHashLocation}>
      <Route path={findRoute} component={FindScreen} />
    </Router>
  )
  return await show(withSession(screen, { profiles: shops }), {
    'lookups.open': createLookups(toLookup, rest),
    ...answers,
  })
}

const removedProfile = [{ value: 'de', name: 'Shop of 2024', count: 3 }]

test('a link that ends while the table is open is called ended in its row and in the summary', async () => {
  const end = new Date(Date.now() + 3_000).toISOString()
  await open('links.acme.example/On\nlinks.acme.example/Ends', (path) =>
    found(path, path === 'Ends' ? { active_until: end } : {}),
  )
  await expect.element(page.getByText('2 active')).toBeVisible()
  await expect.element(page.getByText('1 active, 1 ended')).toBeVisible()
  expect(readRow('/Ends')).toContain('Link that ended on')
})

test('many links become a table with what each one does, and why others are unknown', async () => {
  const question =
    'links.acme.example/On\nlinks.acme.example/Off\nlinks.acme.example/Ended\ngo.shop.example/Gone\nbit.ly/x'
  const desktop_custom_redirect = { url: 'https://shop.example.com/summer' }
  const calls = await open(question, (path) => {
    if (path === 'x') return { context: null }
    const context = { profileId: 'de', environment: 'production' } as const
    if (path === 'Gone') return { ...failed('link_not_found'), context, inNeither: true }
    const end = path === 'Ended' && { active_until: '2001-01-01T12:00:00.000Z' }
    return found('On', { active: path === 'On', desktop_custom_redirect, ...end })
  })
  await expect
    .element(page.getByText('1 active, 1 switched off, 1 ended, 1 not found, 1 not yours'))
    .toBeVisible()
  // The results stay, so they show when they were requested.
  await expect.element(page.getByText(/^Looked up: Nov 22, 2026/)).toBeVisible()
  expect(readRow('/On')).toContain('Active link; sends everyone to shop.example.com/summer.')
  expect(readRow('/Off')).toContain('Switched off')
  expect(readRow('/Ended')).toContain('Link that ended on Jan 1, 2001')
  expect(readRow('/Gone')).toContain('Shop DE doesn’t have this link in development or production.')
  expect(readRow('bit.ly')).toContain('bit.ly isn’t one of your link domains.')
  expect(calls.find(([name]) => name === 'lookups.open')?.[1]).toMatchObject({
    ...{ context: { profileId: 'acme', environment: 'development' }, isContextChosen: false },
    links: expect.arrayContaining([{ path: 'x', host: 'bit.ly' }]) as unknown,
  })
  expect(page.getByRole('button', { name: /Look in/ }).elements()).toEqual([])
  expect(await findAxeViolations()).toEqual([])
})

test('library links are shown while the service does not answer', async () => {
  await open('links.acme.example/On\nlinks.acme.example/Gone', (path) =>
    path === 'Gone'
      ? { ...failed('link_not_found'), record: createRecord('Gone') }
      : {
          ...failed('connection_refused'),
          context: { profileId: 'acme', environment: 'production' },
          record: createRecord('On', { environment: 'production' }),
        },
  )
  await expect.element(page.getByText('1 not on the service, 1 not confirmed')).toBeVisible()
  expect(readRow('/On')).toContain('Production')
  expect(readRow('/On')).toContain('Not confirmed')
  expect(readRow('/On')).toContain('sends everyone to shop.example.com/summer')
  expect(readRow('/Gone')).toContain('The service doesn’t have it in development')
})

test('a deleted profile has the name that its links store', async () => {
  history.replaceState(null, '', `#${findPath('go.shop.example/Gone\ngo.shop.example/Away')}`)
  function Window() {
    const [profiles, setProfiles] = useState(shops)
    const remove = () => setProfiles(shops.filter(({ id }) => id !== 'de'))
    return (
      <>
        <button onClick={remove}>Remove Shop DE</button>
        {withSession(
          <Router hook={useHashLocation}>
            <Route path={findRoute} component={FindScreen} />
          </Router>,
          { profiles },
        )}
      </>
    )
  }
  await show(<Window />, {
    'lookups.open': createLookups(() => ({
      ...failed('link_not_found'),
      context: { profileId: 'de', environment: 'development' },
    })),
    'library.facets': () => ({ ok: true, value: { values: removedProfile, sampled: false } }),
  })
  const sentence = () => readRow('/Gone')
  await expect.poll(sentence).toContain('Shop DE doesn’t have this link')
  await page.getByRole('button', { name: 'Remove Shop DE' }).click()
  await expect.poll(sentence).toContain('Shop of 2024 doesn’t have this link')
})

test.each([
  ['Excel', 'links.xlsx', '<t xml:space="preserve">=1+1</t>'],
  ['CSV', 'links.csv', "'=1+1"],
])('the table can be saved for %s', async (format, name, title) => {
  await open('links.acme.example/A1\nlinks.acme.example/A2', (path) => found(path, { title: '=1+1' }))
  await expect.element(page.getByText('2 active')).toBeVisible()
  const savedFile = Promise.withResolvers<string>()
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click')
  click.mockImplementation(function (this: HTMLAnchorElement) {
    void fetch(this.href).then(async (file) => savedFile.resolve(`${this.download}: ${await file.text()}`))
  })
  await page.getByRole('button', { name: 'Save table' }).click()
  await page.getByRole('menuitem', { name: format }).click()
  const file = await savedFile.promise
  click.mockRestore()
  expect(file.startsWith(`${name}: `)).toBe(true)
  expect(file).toContain(title)
})

test('a row opens the single result, and Back shows the table again', async () => {
  await open(
    'links.acme.example/Row1\nlinks.acme.example/Row2',
    (path) => found(path),
    {},
    {
      'links.known': () => ({ ok: true, value: [[]] }),
      'links.find': ({ text }: { text: string }) => createAnswer(text),
    },
  )
  await expect.element(page.getByText('2 active')).toBeVisible()
  await page.getByRole('link', { name: 'links.acme.example/Row2' }).click()
  await expect.element(scope()).toBeVisible()
  await expect.element(page.getByRole('status').filter({ hasText: /^Active link/ })).toBeVisible()
  history.back()
  await expect.element(page.getByText('2 active')).toBeVisible()
})

test('the table fills while links are looked up, which can be cancelled and continued', async () => {
  const links = ['B1', 'B2', 'B3'].map((path) => `links.acme.example/${path}`)
  const job = crypto.randomUUID()
  const steps: Partial<Opened>[] = [
    { phase: 'running', isHeld: true },
    { phase: 'cancelled' },
    { phase: 'finished' },
  ]
  let step = 0
  const answer = (input: Input) => {
    const paths = ['B1', 'B2', 'B3'].slice(0, 1 + step)
    return createLookups((path) => (paths.includes(path) ? found(path) : {}), { ...steps[step], job })(input)
  }
  const advance = () => {
    step++
    return { ok: true, value: null }
  }
  const calls = await open(
    links.join('\n'),
    () => ({}),
    {},
    {
      'lookups.open': answer,
      'jobs.cancel': advance,
      'lookups.resume': advance,
    },
  )
  await expect.element(page.getByText(/1 of 3 looked up, waiting because the service asked/)).toBeVisible()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Look up the other one' }).click()
  await expect.element(page.getByText('3 active')).toBeVisible()
  const inputs = calls.filter(([name]) => name === 'jobs.cancel' || name === 'lookups.resume')
  expect(inputs.map(([, input]) => input)).toEqual([{ id: job }, { job }])
})

test('a stopped service ends the lookups with the reason', async () => {
  await open('links.acme.example/C1\nlinks.acme.example/C2', () => failed('connection_refused'), {
    phase: 'stopped',
    problem: { code: 'connection_refused' },
  })
  await expect.element(page.getByText('The lookup has stopped.')).toBeVisible()
  await expect.element(page.getByText('2 without an answer')).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Look up the other 2' })).toBeVisible()
})

test('five hundred links are accepted, and the number of others is shown', async () => {
  await open('', (path) => found(path))
  const clipboardData = new DataTransfer()
  const manyLinks = Array.from({ length: 503 }, (_, index) => `https://links.acme.example/E${index}`)
  clipboardData.setData('text', manyLinks.join('\n'))
  const field = page.getByRole('textbox', { name: /Link, path or text/ })
  await expect.element(field).toBeVisible()
  field
    .element()
    .dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  await expect.element(page.getByRole('heading', { name: '500 links' })).toBeVisible()
  await expect.element(page.getByText(/The text contains 3 more/)).toBeVisible()
})

test('in a narrow window an address breaks after slashes, not within a word', async () => {
  await page.viewport(770, 600)
  await open('links.acme.example/On\nlinks.acme.example/Off', () =>
    found('On', { desktop_custom_redirect: { url: 'https://shop.example.com/summer-sale' } }),
  )
  const cell = page.getByRole('cell', { name: 'shop.example.com/summer-sale', exact: true }).first()
  await expect.element(cell).toBeInTheDocument()
  const link = page.getByRole('link', { name: 'links.acme.example/On', exact: true }).element()
  for (const part of [...cell.element().childNodes, ...link.childNodes]) {
    if (!(part instanceof Text)) continue
    const range = document.createRange()
    range.selectNodeContents(part)
    expect(range.getClientRects().length, part.data).toBeLessThanOrEqual(1)
  }
})
