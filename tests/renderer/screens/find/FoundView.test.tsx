import { Route, Router } from 'wouter'
import { useHashLocation } from 'wouter/use-hash-location'
import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { FoundLink } from '../../../../contract/app/calls/links/links.ts'
import { linkRecord } from '../../../../contract/app/link/record.ts'
import { findPath } from '../../../../contract/app/window/windowPath.ts'
import FindScreen from '../../../../renderer/screens/find/FindScreen.tsx'
import { findRoute } from '../../../../renderer/session/routes.ts'
import { allFieldsLink } from '../../../contract/service/link/everyField.ts'
import { findAxeViolations } from '../../axe.ts'
import { withSession } from '../../session.tsx'
import { show } from '../../show.tsx'
import { localReport } from '../../appLinks.ts'
import { createAnswer, createRecord, shops } from './answers.ts'

const url = `https://shop.example.com/${'a'.repeat(2_000)}?end=1`
const fullLink = { ...allFieldsLink, title: 'Summer sale' }

/** Shows the answer about `links.acme.example/Ab3`; `otherAnswers` are about other paths. */
async function open(
  answer: { ok: true; value: FoundLink },
  otherAnswers: Record<string, { ok: true; value: FoundLink }> = {},
  moreAnswers: Record<string, () => unknown> = {},
) {
  history.replaceState(null, '', `#${findPath('https://links.acme.example/Ab3')}`)
  const screen = (
    <Router hook={useHashLocation}>
      <Route path={findRoute} component={FindScreen} />
    </Router>
  )
  await show(withSession(screen, { profiles: shops }), {
    'links.find': ({ text }: { text: string }) => otherAnswers[text.split('/').at(-1) ?? ''] ?? answer,
    'links.known': () => ({ ok: true, value: [] }),
    ...moreAnswers,
  })
  await expect.element(page.getByText(/^Active link/)).toBeVisible()
}

test('missing fields and fields of unexpected types are marked', async () => {
  const link: Record<string, unknown> = { ...fullLink, title: 7, tags: 'a,b', data: '{"a":1}' }
  delete link['image']
  await open(createAnswer('Ab3', link))
  const readField = (name: string) =>
    page.getByText(name, { exact: true }).first().element().closest('div')?.textContent ?? ''
  expect(readField('Title')).toContain('The service returned the wrong type: whole number instead of text.')
  expect(readField('Tags')).toContain('wrong type: text instead of list')
  expect(readField('Preview image')).toContain('The service’s answer has no such field.')
  await expect
    .element(page.getByText(/answer doesn’t match its specification: .*Title.*Preview image/))
    .toBeVisible()
  expect(await findAxeViolations()).toEqual([])
})

test('an active link says so once, in the sentence', async () => {
  await open(createAnswer('Ab3', { ...fullLink, active: true }))
  expect(page.getByText('Active', { exact: true }).query()).toBeNull()
})

test('a link that ends while it is shown is called ended everywhere', async () => {
  const active_until = new Date(Date.now() + 2_000).toISOString()
  await open(createAnswer('Ab3', { ...fullLink, active: true, active_until }))
  await expect.element(page.getByText(/^Ended /).first()).toBeVisible()
  await expect.element(page.getByText(/^Link that ended on/)).toBeVisible()
  expect(page.getByText(/^Active (link|until \w)/).elements()).toEqual([])
})

test('a link created elsewhere is added to the library once, from where it was looked up', async () => {
  const add = vi.fn(() => ({ ok: true, value: { id: '4b1c1f5e-7d0a-4b1c-9e0e-2f6f0a1b2c3d' } }))
  await open(createAnswer('Ab3', fullLink), {}, { 'library.add': add })
  await page.getByRole('button', { name: 'Add to library' }).click()
  const target = { profileId: 'acme', environment: 'development' }
  await expect.poll(() => add.mock.calls).toMatchObject([[{ ...target, path: 'Ab3' }]])
})

test('a link that is archived in the library says so', async () => {
  const local = { archived: true, starred: false, note: null, tags: [] }
  const answer = createAnswer('Ab3', fullLink)
  answer.value.record = createRecord('Ab3', { local })
  await open(answer)
  await expect.element(page.getByText(/Archived in your library\./)).toBeVisible()
})

test('a long address is shortened in the middle, expandable, and copied in full', async () => {
  await open(createAnswer('Ab3', { ...fullLink, desktop_custom_redirect: { url } }))
  const destinations = page.getByRole('region', { name: 'Where it goes' })
  expect(destinations.element().textContent).not.toContain(url)
  expect(destinations.element().textContent).toMatch(/shop\.example\.com\/a+…a+\?end=1/)
  const copied: string[] = []
  navigator.clipboard.writeText = (text) => Promise.resolve(void copied.push(text))
  await destinations.getByRole('button', { name: 'Copy Desktop' }).click()
  await expect.poll(() => copied).toEqual([url])
  await destinations.getByRole('button', { name: 'Show all' }).click()
  expect(destinations.element().textContent).toContain(url)
})

test('the raw answer can be searched by keyboard', async () => {
  await open(createAnswer('Ab3', { ...fullLink, title: 'Sale', subtitle: 'SALE of the year (1)' }))
  await page.getByText('The service’s answer as JSON').click()
  const field = page.getByRole('textbox', { name: 'Search in the answer' })
  const readMarks = () =>
    [...(CSS.highlights.get('answer-matches') ?? [])].map((range) => (range as Range).toString())
  await field.fill('sale')
  expect(readMarks()).toEqual(['Sale', 'SALE'])
  await userEvent.keyboard('{Enter}{Enter}')
  await field.fill('(1)')
  expect(readMarks()).toEqual(['(1)'])
  await field.fill('nowhere')
  await expect.element(page.getByText('No matches')).toBeVisible()
  expect(await findAxeViolations()).toEqual([])
})

test('the library’s record is shown, and how it differs from the request', async () => {
  const id = crypto.randomUUID()
  const answer = createAnswer('Ab3', { ...fullLink, title: 'Summer' })
  answer.value.record = linkRecord.parse({
    id,
    state: 'created',
    profileId: 'acme',
    profileName: 'Acme',
    environment: 'development',
    request: { title: 'Summer sale' },
    promotedFrom: null,
    link: 'https://links.acme.example/Ab3',
    path: 'Ab3',
    problem: null,
    answer: null,
    stored: null,
    differences: [],
    checkedAt: null,
    createdAt: '2026-11-03T10:00:00.000Z',
  })
  await open(answer, {}, { 'links.promotions': () => ({ ok: true, value: [] }) })
  const libraryRegion = page.getByRole('region', { name: 'What Linkwright knows about it' })
  expect(libraryRegion.element().textContent).toContain('in Acme')
  await expect
    .element(libraryRegion.getByRole('link', { name: 'Summer sale' }))
    .toHaveAttribute('href', `#/links/${id}/page`)
  expect(libraryRegion.getByRole('row').last().element().textContent).toBe('TitleSummer saleSummer')
})

test('a found link says what is known about opening the app, as its own page does', async () => {
  const target = { url: 'https://shop.example.com/', open_app_if_installed: true }
  const answer = createAnswer('Ab3', { ...fullLink, ios_custom_redirect: target })
  await open(answer, {}, { 'appLinks.get': () => ({ ok: true, value: localReport }) })
  await expect
    .element(
      page.getByText('The link asks to open the app. This link works only on this computer or network.'),
    )
    .toBeVisible()
})
