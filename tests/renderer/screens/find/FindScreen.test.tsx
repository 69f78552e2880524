import { Route, Router } from 'wouter'
import { useHashLocation } from 'wouter/use-hash-location'
import { beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { CallInput } from '../../../../contract/app/calls/calls.ts'
import type { LinkRecord } from '../../../../contract/app/link/record.ts'
import { emptyView } from '../../../../contract/app/library/emptyView.ts'
import { findPath } from '../../../../contract/app/window/windowPath.ts'
import FindScreen from '../../../../renderer/screens/find/FindScreen.tsx'
import { findRoute } from '../../../../renderer/session/routes.ts'
import { findAxeViolations } from '../../axe.ts'
import { withSession } from '../../session.tsx'
import { show } from '../../show.tsx'
import { createRows } from '../library/library.tsx'
import { createAnswer, createRecord, shops, sharedDomainShop } from './answers.ts'

const field = () => page.getByRole('textbox', { name: /Link, path or text/ })
const scope = () => page.getByRole('group', { name: 'Where this was looked up' })

const expectScope = (text: string) => expect.poll(() => scope().query()?.textContent).toContain(text)

beforeEach(() => history.replaceState(null, '', '#/find'))

const destination = 'https://shop.example/sale?size=m'
const leading = createRows(1).map((row) => ({ ...row, title: 'Summer sale' }))

async function open(
  profiles = shops,
  answer: (input: { text: string; profileId: string; environment: string }) => unknown = () =>
    createAnswer('Ab3'),
  knownRecords: LinkRecord[] = [],
) {
  const screen = (
    <Router hook={useHashLocation}>
      <Route path={findRoute} component={FindScreen} />
    </Router>
  )
  const calls = await show(withSession(screen, { profiles }), {
    'links.find': answer,
    'links.known': () => ({ ok: true, value: [knownRecords] }),
    'links.promotions': () => ({ ok: true, value: [] }),
    'library.search': ({ view: { search } }: CallInput<'library.search'>) => ({
      ok: true,
      value: { rows: search === destination ? leading : [], next: null, nextEnd: null },
    }),
  })
  return () => calls.filter(([name]) => name === 'links.find')
}

async function paste(text: string, html = ''): Promise<void> {
  const clipboardData = new DataTransfer()
  clipboardData.setData('text', text)
  if (html !== '') clipboardData.setData('text/html', html)
  await expect.element(field()).toBeVisible()
  field()
    .element()
    .dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
}

const findCall = (text: string, profileId: string, environment = 'development') => [
  'links.find',
  { id: expect.any(String) as string, text, profileId, environment },
]

test.each([
  ['percent-encoded', 'https%3A%2F%2Flinks.acme.example%2FAb3'],
  ['with line breaks from an email', 'Your link:\n<https://links.acme\n.example/Ab3>\nRegards'],
  ['with surrounding text', '**[Sale](HTTPS://Links.Acme.example:443/Ab3/?x=1#y)**'],
])('a link that is pasted %s is looked up', async (_, text) => {
  const calls = await open()
  await paste(text)
  await expect.element(page.getByText(/^Active link/)).toBeVisible()
  expect(calls()).toEqual([findCall('links.acme.example/Ab3', 'acme')])
})

test.each([
  [
    'words of a mail',
    'See our sale today',
    'See <a href="https://links.acme.example/Ab3">our sale</a> today',
    'links.acme.example/Ab3',
  ],
  [
    'a cell',
    'Sale\n',
    '<table><tr><td><a href="https://links.acme.example/Ab3">Sale</a></table>',
    'links.acme.example/Ab3',
  ],
  ['a path', 'Ab3', '<a href="https://tickets.example/browse">Ab3</a>', 'Ab3'],
])('the address that %s is linked to is looked up if the text has none', async (_, text, html, found) => {
  const calls = await open()
  await paste(text, html)
  await expect.poll(calls).toHaveLength(1)
  expect(calls()[0]?.[1]).toMatchObject({ text: found })
})

test('an emptied field removes the answer, and Undo restores it', async () => {
  await open()
  await paste('https://links.acme.example/Ab3')
  await expect.element(page.getByText(/^Active link/)).toBeVisible()
  await field().clear()
  await expect.element(page.getByRole('heading', { name: 'What does this link do?' })).toBeVisible()
  expect(await findAxeViolations()).toEqual([])
  expect(page.getByText(/^Active link/).query()).toBeNull()
  await expect.element(field()).toHaveFocus()
  history.back()
  await expect.element(page.getByText(/^Active link/)).toBeVisible()
  await expect.element(field()).toHaveValue('https://links.acme.example/Ab3')
})

test('Enter finds what was typed, and a text without a link is sent nowhere', async () => {
  const calls = await open()
  await field().fill('no link at all')
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByText('There’s no link in this text')).toBeVisible()
  expect(calls()).toEqual([])
  const search = page.getByRole('link', { name: 'Search your links for “no link at all”' })
  await expect.element(search).toHaveAttribute('href', '#/links?q=no+link+at+all')
  await field().fill('Ab3')
  await userEvent.keyboard('{Enter}')
  await expectScope('Looked up in Acme')
  expect(calls()).toEqual([findCall('Ab3', 'acme')])
})

test('links of the library are offered before anything is typed, and for a title', async () => {
  const view = (search: string) => ({ ...emptyView, search })
  const link = 'https://links.acme.example/Ab3'
  const rows = createRows(1).map((row) => ({ ...row, title: 'Summer sale', link }))
  const search = vi.fn<(input: unknown) => unknown>(() => ({
    ok: true,
    value: { rows, next: null, nextEnd: null },
  }))
  const screen = (
    <Router hook={useHashLocation}>
      <Route path={findRoute} component={FindScreen} />
    </Router>
  )
  await show(withSession(screen, { profiles: shops }), { 'library.search': search })
  const recent = page.getByRole('region', { name: 'Recent links' }).getByRole('link', { name: 'Summer sale' })
  await expect.element(recent).toHaveAttribute('href', `#${findPath(link)}`)
  await field().fill('Summer sale')
  await userEvent.keyboard('{Enter}')
  const match = page
    .getByRole('region', { name: 'In your library' })
    .getByRole('link', { name: 'Summer sale' })
  await expect.element(match).toBeVisible()
  expect(search.mock.calls).toEqual([
    [{ view: view(''), limit: 6, exactFirst: true }],
    [{ view: view('Summer sale'), limit: 6, exactFirst: true }],
  ])
  expect(await findAxeViolations()).toEqual([])
})

test('the domain of a link selects the profile of the lookup, and the window does not switch', async () => {
  const calls = await open()
  await paste('https://go.shop.example/Ab3')
  await expectScope('Looked up in Shop DE')
  await expectScope('You’re still working in Acme, development.')
  expect(await findAxeViolations()).toEqual([])
  expect(calls()).toEqual([findCall('go.shop.example/Ab3', 'de')])
})

test('the first of several profiles with one domain is used, and another one is offered first if it lacks the link', async () => {
  const calls = await open([...shops, sharedDomainShop], ({ profileId }) =>
    profileId === 'at' ? createAnswer('Ab3') : { ok: false, problem: { code: 'link_not_found' } },
  )
  await paste('https://go.shop.example/Ab3')
  await page
    .getByRole('link', { name: /^Look in/ })
    .first()
    .click()
  await expectScope('Looked up in Shop AT')
  expect(location.hash).toMatch(/\/at\/development$/)
  expect(calls()).toEqual([
    findCall('go.shop.example/Ab3', 'de'),
    findCall('go.shop.example/Ab3', 'de', 'production'),
    findCall('go.shop.example/Ab3', 'at'),
  ])
})

test('a link of a profile’s domain is looked up in both of its environments, elsewhere only on request', async () => {
  const calls = await open(shops, () => ({ ok: false, problem: { code: 'link_not_found' } }))
  await paste('https://go.shop.example/Ab3')
  await expect.element(page.getByText('Not found in development or production')).toBeVisible()
  const ownCalls = [
    findCall('go.shop.example/Ab3', 'de'),
    findCall('go.shop.example/Ab3', 'de', 'production'),
  ]
  expect(calls()).toEqual(ownCalls)
  await expect.element(page.getByRole('link', { name: 'Look in production' })).not.toBeInTheDocument()
  expect(await findAxeViolations()).toEqual([])
  await page.getByRole('link', { name: 'Look in Acme, development' }).click()
  await expect.poll(calls).toEqual([...ownCalls, findCall('go.shop.example/Ab3', 'acme')])
})

test('a link of the other environment is shown, and the window does not switch', async () => {
  const calls = await open(shops, ({ environment }) =>
    environment === 'production' ? createAnswer('Ab3') : { ok: false, problem: { code: 'link_not_found' } },
  )
  await paste('https://links.acme.example/Ab3')
  await expect.element(page.getByText(/^Active link/)).toBeVisible()
  await expectScope('Production')
  await expectScope('You’re still working in development.')
  expect(calls()).toEqual([
    findCall('links.acme.example/Ab3', 'acme'),
    findCall('links.acme.example/Ab3', 'acme', 'production'),
  ])
})

test('a path without a domain is looked up in one environment only', async () => {
  const calls = await open(shops, () => ({ ok: false, problem: { code: 'link_not_found' } }))
  await paste('Ab3xYz')
  await expect.element(page.getByText('Not found in development', { exact: true })).toBeVisible()
  expect(calls()).toEqual([findCall('Ab3xYz', 'acme')])
  await expect
    .element(page.getByRole('link', { name: 'Search your links for “Ab3xYz”' }))
    .toHaveAttribute('href', '#/links?q=Ab3xYz')
})

test('a domain of no profile is reported and looked up only on request', async () => {
  const calls = await open()
  await paste('bit.ly/3xYzAbC')
  await expect.element(page.getByText('bit.ly isn’t one of your link domains')).toBeVisible()
  expect(await findAxeViolations()).toEqual([])
  expect(calls()).toEqual([])
  await expect
    .element(page.getByRole('link', { name: 'Search your links for “bit.ly/3xYzAbC”' }))
    .toHaveAttribute('href', '#/links?q=bit.ly%2F3xYzAbC')
  await page.getByRole('link', { name: 'Look in Shop DE' }).click()
  await expectScope('Looked up in Shop DE')
  expect(calls()).toEqual([findCall('bit.ly/3xYzAbC', 'de')])
})

test('a destination of links in the library shows these links', async () => {
  const calls = await open()
  await paste(destination)
  await expect
    .element(
      page.getByRole('region', { name: 'Your links to it' }).getByRole('link', { name: 'Summer sale' }),
    )
    .toBeVisible()
  await expect.element(page.getByText('shop.example isn’t one of your link domains')).toBeVisible()
  expect(calls()).toEqual([])
})

test('a link that is kept for reference shows the values of its imported file', async () => {
  const reference = createRecord('3xYzAbC', {
    ...{ state: 'reference', profileId: 'other:bit.ly', profileName: 'bit.ly' },
    ...{ link: 'https://bit.ly/3xYzAbC', stored: null, answer: null },
    request: { title: 'Old poster', desktop_custom_redirect: { url: 'https://shop.example/old' } },
  })
  const calls = await open(shops, undefined, [reference])
  await paste('bit.ly/3xYzAbC')
  const card = page.getByRole('status').filter({ hasText: 'Kept for reference: Old poster' })
  await expect.poll(() => card.element().textContent).toContain('it goes to https://shop.example/old')
  await expect.element(card.getByRole('link', { name: 'Open full page' })).toBeVisible()
  await expect.element(page.getByText('bit.ly isn’t one of your link domains')).toBeVisible()
  expect(await findAxeViolations()).toEqual([])
  expect(calls()).toEqual([])
})

const refusedConnection = { ok: false, problem: { code: 'connection_refused' } }
const notFound = { ok: false, problem: { code: 'link_not_found' } }
const result = () => page.getByRole('region', { name: 'Result' })

test('a link of the library is looked up where it was created, whatever is selected in the window', async () => {
  const productionRecord = createRecord('Ab3', {
    environment: 'production',
    profileId: 'de',
    profileName: 'Shop DE',
  })
  const calls = await open(shops, () => createAnswer('Ab3'), [productionRecord])
  await paste('https://links.acme.example/Ab3')
  await expectScope('Looked up in Shop DE')
  await expect.element(scope().getByText('Production')).toBeVisible()
  await expect.poll(() => result().element().textContent).toContain('and confirmed by the service')
  expect(calls()).toEqual([findCall('links.acme.example/Ab3', 'de', 'production')])
  expect(await findAxeViolations()).toEqual([])
})

test("the library's record is shown during the lookup", async () => {
  await open(shops, () => Promise.race([]), [createRecord('Ab3')])
  await paste('https://links.acme.example/Ab3')
  await expect.element(result().getByText(/sends everyone to shop\.example\.com\/summer/)).toBeVisible()
  await expect.element(result().getByText('From your library. Asking the service…')).toBeVisible()
  await expect.element(page.getByRole('region', { name: 'Where it goes' })).toBeVisible()
  expect(await findAxeViolations()).toEqual([])
})

test('without the service, the library’s link is shown as not confirmed', async () => {
  await open(shops, () => refusedConnection, [createRecord('Ab3')])
  await paste('https://links.acme.example/Ab3')
  await expect.element(result().getByText('From your library. Not confirmed by the service.')).toBeVisible()
  const tryAgain = page.getByRole('button', { name: 'Try again' })
  await expect.element(tryAgain).toBeVisible()
  const destinations = page.getByRole('region', { name: 'Where it goes' })
  await expect.element(destinations).toBeVisible()
  // The reason comes before the long list of fields, where it is seen without scrolling.
  expect(
    tryAgain.element().compareDocumentPosition(destinations.element()) & Node.DOCUMENT_POSITION_FOLLOWING,
  ).toBeTruthy()
})

test('a service that refused the key is not called unreachable', async () => {
  await open(shops, () => ({ ok: false, problem: { code: 'key_refused' } }))
  await paste('https://links.acme.example/Ab3')
  const alert = page.getByRole('alert')
  await expect
    .element(alert.getByText('The link isn’t in your library, so nothing is known about it.'))
    .toBeVisible()
  expect(alert.getByText(/reached/).elements()).toEqual([])
})

test('a link that was archived after the service answered is shown as archived', async () => {
  const local = { starred: false, note: null, tags: [] }
  const record = createRecord('Ab3', { local: { ...local, archived: false } })
  const answer = createAnswer('Ab3')
  answer.value.record = record
  await open(shops, () => answer, [{ ...record, local: { ...local, archived: true } }])
  await paste('https://links.acme.example/Ab3')
  await expect.poll(() => result().element().textContent).toContain('and confirmed by the service')
  await expect.element(result().getByText(/Archived in your library\./)).toBeVisible()
})

test('a link that only the library has is not called unknown', async () => {
  await open(shops, () => notFound, [createRecord('Ab3')])
  await paste('https://links.acme.example/Ab3')
  await expect.element(page.getByText('The service doesn’t have this link', { exact: true })).toBeVisible()
  await expect.element(result().getByText(/sends everyone to/)).toBeVisible()
})

test('a made-up link is looked up without a note about its owner', async () => {
  await open(shops, () => notFound)
  await paste('https://links.acme.example/made-up')
  await expect.element(page.getByText('Not found in development or production')).toBeVisible()
  expect(document.body.textContent).not.toContain('This is a link of')
})

test('a long lookup shows its seconds and can be cancelled', async () => {
  const { promise: cancelled, resolve: cancel } = Promise.withResolvers<undefined>()
  const answerLate = async () => {
    await cancelled
    return { ok: false, problem: { code: 'cancelled' } }
  }
  const calls = await open(shops, answerLate)
  await paste('links.acme.example/Ab3')
  await expect.element(page.getByText(/^\d+ s$/)).toBeVisible()
  await page.getByRole('button', { name: 'Cancel' }).click()
  const lastCall = vi.mocked(window.desktop?.call)?.mock.calls.at(-1)
  expect(lastCall).toEqual(['links.cancel', { id: (calls()[0]?.[1] as { id: string }).id }])
  cancel(undefined)
  await expect.element(page.getByText('You cancelled the request')).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Try again' })).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Cancel' })).not.toBeInTheDocument()
})
