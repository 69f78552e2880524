import { useState } from 'react'
import type { ReactNode } from 'react'
import { Route, Router } from 'wouter'
import { useHashLocation } from 'wouter/use-hash-location'
import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { LinkRecord } from '../../../../../contract/app/link/record.ts'
import { findPath } from '../../../../../contract/app/window/windowPath.ts'
import FindScreen from '../../../../../renderer/screens/find/FindScreen.tsx'
import type { Omitted } from '../../../../../renderer/link/searchText.ts'
import { findRoute } from '../../../../../renderer/session/routes.ts'
import { Toaster } from '../../../../../renderer/ui/Toaster.tsx'
import { findAxeViolations } from '../../../axe.ts'
import { withSession } from '../../../session.tsx'
import { show } from '../../../show.tsx'
import { createAnswer, createRecord, shops } from '../answers.ts'

interface Input {
  text: string
  profileId: string
  environment: string
}

type ManyInput = Omit<Input, 'text'> & { texts: string[] }

const row = (name: string) => page.getByRole('row').filter({ hasText: name })
const scope = () => page.getByRole('group', { name: 'Where this was looked up' })

interface OpenOptions {
  known?: LinkRecord[][]
  answerMany?: (input: ManyInput) => unknown
  /** The state of the history entry: what the pasted text had besides. */
  state?: Omitted
}

/** Looks each link up with its own request. */
const declineBatch = ({ texts }: ManyInput) => ({ ok: true, value: texts.map(() => null) })

async function open(
  question: string,
  answer: (input: Input) => unknown,
  sibling: ReactNode = null,
  { known = [], answerMany = declineBatch, state }: OpenOptions = {},
) {
  history.replaceState(state ?? null, '', `#${findPath(question)}`)
  const screen = (
    <Router hook={useHashLocation}>
      <Route path={findRoute} component={FindScreen} />
      {sibling}
    </Router>
  )
  const calls = await show(withSession(screen, { profiles: shops }), {
    'links.find': answer,
    'links.findMany': answerMany,
    'links.known': () => ({ ok: true, value: known }),
  })
  return () => calls.filter(([name]) => name === 'links.find').map(([, input]) => input as Input)
}

const removedProfile = [{ value: 'de', name: 'Shop of 2024', count: 3 }]
const notFound = { ok: false, problem: { code: 'link_not_found' } }
const refusedConnection = { ok: false, problem: { code: 'connection_refused' } }

test('a link that ends while the table is open is called ended in its row and in the summary', async () => {
  const soon = () => new Date(Date.now() + 3_000).toISOString()
  await open('links.acme.example/On\nlinks.acme.example/Ends', ({ text }) =>
    createAnswer('On', { active: true, ...(text.endsWith('Ends') && { active_until: soon() }) }),
  )
  await expect.element(page.getByText('2 active')).toBeVisible()
  await expect.element(page.getByText('1 active, 1 ended')).toBeVisible()
  expect(row('/Ends').element().textContent).toContain('Link that ended on')
})

test('many links become a table, each looked up at its own service', async () => {
  const question =
    'links.acme.example/On\nlinks.acme.example/Off\nlinks.acme.example/Ended\ngo.shop.example/Gone\nbit.ly/x'
  const calls = await open(question, ({ text }) => {
    if (text.endsWith('Gone')) return notFound
    const desktop_custom_redirect = { url: 'https://shop.example.com/summer' }
    const end = text.endsWith('Ended') && { active_until: '2001-01-01T12:00:00.000Z' }
    return createAnswer('On', { active: text.endsWith('On'), desktop_custom_redirect, ...end })
  })
  await expect
    .element(page.getByText('1 active, 1 switched off, 1 ended, 1 not found, 1 not yours'))
    .toBeVisible()
  // The results stay, so they show when they were requested.
  await expect.element(page.getByText(/^Looked up at \d/)).toBeVisible()
  const readRow = (name: string) => row(name).element().textContent
  expect(readRow('/On')).toContain('Active link; sends everyone to shop.example.com/summer.')
  expect(readRow('/Off')).toContain('Switched off')
  expect(readRow('/Ended')).toContain('Link that ended on Jan 1, 2001')
  expect(readRow('/Gone')).toContain('Shop DE doesn’t have this link in development or production.')
  expect(readRow('bit.ly')).toContain('bit.ly isn’t one of your link domains.')
  expect(calls().map(({ text, profileId }) => [text, profileId])).toEqual(
    expect.arrayContaining([
      ['links.acme.example/On', 'acme'],
      ['links.acme.example/Off', 'acme'],
      ['links.acme.example/Ended', 'acme'],
      ['go.shop.example/Gone', 'de'],
    ]),
  )
  expect(calls().length).toBe(5)
  expect(page.getByRole('button', { name: /not found/ }).elements()).toEqual([])
  expect(await findAxeViolations()).toEqual([])
})

test('a link that one environment doesn’t have is looked up in the other', async () => {
  const question = 'links.acme.example/On\nlinks.acme.example/Promoted'
  const calls = await open(question, ({ text, environment }) =>
    text.endsWith('Promoted') && environment === 'development' ? notFound : createAnswer('On'),
  )
  await expect.element(page.getByText('2 active')).toBeVisible()
  expect(row('/Promoted').element().textContent).toContain('Production')
  expect(row('/On').element().textContent).toContain('Development')
  expect(calls().map(({ environment }) => environment)).toEqual(['development', 'development', 'production'])
})

test('a link that neither environment had is looked up in both again', async () => {
  let exists = false
  const calls = await open('links.acme.example/On\nlinks.acme.example/New', ({ text, environment }) => {
    const isFound = text.endsWith('On') || (exists && environment === 'development')
    return isFound ? createAnswer('On') : notFound
  })
  await page.getByRole('button', { name: 'Look up all again' }).click()
  await expect.poll(() => calls().length).toBe(6)
  await expect
    .element(row('/New').getByText(/doesn’t have this link in development or production/))
    .toBeVisible()
  exists = true
  await page.getByRole('button', { name: 'Look up all again' }).click()
  await expect.element(page.getByText('2 active')).toBeVisible()
  expect(row('/New').element().textContent).toContain('Development')
})

test('library links are looked up where they were created, and shown while the service does not answer', async () => {
  const productionRecord = createRecord('On', { environment: 'production' })
  const calls = await open(
    'links.acme.example/On\nlinks.acme.example/Gone',
    ({ text }) => (text.endsWith('Gone') ? notFound : refusedConnection),
    null,
    { known: [[productionRecord], [createRecord('Gone')]] },
  )
  await expect.element(page.getByText('1 not on the service, 1 not confirmed')).toBeVisible()
  const readRow = (name: string) => row(name).element().textContent
  expect(readRow('/On')).toContain('Production')
  expect(readRow('/On')).toContain('Not confirmed')
  expect(readRow('/On')).toContain('sends everyone to shop.example.com/summer')
  expect(readRow('/Gone')).toContain('The service doesn’t have it in development')
  expect(calls().map(({ text, environment }) => [text, environment])).toEqual(
    expect.arrayContaining([
      ['links.acme.example/On', 'production'],
      ['links.acme.example/Gone', 'development'],
    ]),
  )
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
    'links.find': () => notFound,
    'links.findMany': declineBatch,
    'links.known': () => ({ ok: true, value: [] }),
    'library.facets': () => ({ ok: true, value: { values: removedProfile, sampled: false } }),
  })
  const sentence = () => row('/Gone').element().textContent
  await expect.poll(sentence).toContain('Shop DE doesn’t have this link')
  await page.getByRole('button', { name: 'Remove Shop DE' }).click()
  await expect.poll(sentence).toContain('Shop of 2024 doesn’t have this link')
})

test.each([
  ['Excel', 'links.xlsx', '<t xml:space="preserve">=1+1</t>'],
  ['CSV', 'links.csv', "'=1+1"],
])('the table can be saved for %s', async (format, name, title) => {
  await open('links.acme.example/A1\nlinks.acme.example/A2', ({ text }) =>
    createAnswer(text, { title: '=1+1' }),
  )
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

test('a row opens the single result, and Back shows the table without new requests', async () => {
  const calls = await open('links.acme.example/Row1\nlinks.acme.example/Row2', ({ text }) =>
    createAnswer(text),
  )
  await expect.element(page.getByText('2 active')).toBeVisible()
  await page.getByRole('link', { name: 'links.acme.example/Row2' }).click()
  await expect.element(scope()).toBeVisible()
  await expect.element(page.getByRole('status').filter({ hasText: /^Active link/ })).toBeVisible()
  history.back()
  await expect.element(page.getByText('2 active')).toBeVisible()
  expect(calls().map(({ text }) => text)).toEqual(
    ['Row1', 'Row2', 'Row2'].map((name) => `links.acme.example/${name}`),
  )
})

test('our own service is sent 200 links per request, with the waits that it requests', async () => {
  const names = Array.from({ length: 450 }, (_, index) => `links.acme.example/F${index}`)
  const batches: number[] = []
  const answerMany = ({ texts }: ManyInput) => {
    batches.push(texts.length)
    if (batches.length === 1) return { ok: false, problem: { code: 'throttled', retryAfterMs: 1 } }
    const value = texts.map((text) => {
      if (text.endsWith('/F7')) return null
      return text.endsWith('/F8') ? { problem: notFound.problem } : { found: createAnswer(text).value }
    })
    return { ok: true, value }
  }
  const answer = ({ text }: Input) => (text.endsWith('/F8') ? notFound : createAnswer(text))
  const calls = await open(names.join('\n'), answer, null, { answerMany })
  await expect.element(page.getByText('449 active, 1 not found')).toBeVisible()
  expect(batches.toSorted((one, other) => other - one)).toEqual([200, 200, 200, 50])
  expect(calls().map(({ text, environment }) => [text, environment])).toEqual([
    ['links.acme.example/F7', 'development'],
    ['links.acme.example/F8', 'production'],
  ])
})

test('links without an answer are requested once more before they count as failed', async () => {
  let callCount = 0
  const answerMany = () => {
    callCount++
    return refusedConnection
  }
  await open('links.acme.example/H1\nlinks.acme.example/H2', () => refusedConnection, null, { answerMany })
  await expect.element(page.getByText('2 without an answer')).toBeVisible()
  expect(callCount).toBe(2)
})

test('lookups can be cancelled and continued with the remaining ones', async () => {
  const names = Array.from({ length: 40 }, (_, index) => `links.acme.example/B${index}`)
  const calls = await open(names.join('\n'), ({ text }) => createAnswer(text))
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: /Look up the other \d+/ }).click()
  await expect.element(page.getByText('40 active')).toBeVisible()
  expect(new Set(calls().map(({ text }) => text)).size).toBe(40)
})

test('a stopped service ends the lookups with the reason, and they can be retried', async () => {
  let isUp = false
  const names = Array.from({ length: 8 }, (_, index) => `links.acme.example/C${index}`)
  const calls = await open(names.join('\n'), ({ text }) => (isUp ? createAnswer(text) : refusedConnection))
  await expect.element(page.getByText('The lookup has stopped.')).toBeVisible()
  expect(calls().length).toBeLessThan(8)
  isUp = true
  await page.getByRole('button', { name: 'Look up the other 8' }).click()
  await expect.element(page.getByText('8 active')).toBeVisible()
})

test('lookups continue on other screens, and a message appears when all are done', async () => {
  const names = Array.from({ length: 12 }, (_, index) => `links.acme.example/D${index}`)
  const leftFind = Promise.withResolvers<undefined>()
  // Half of the links are answered only then. Until that, the bar shows the first half.
  const answerAwayFromFind = async ({ text }: Input) => {
    if (/D([6-9]|1\d)$/.test(text)) await leftFind.promise
    return createAnswer(text)
  }
  await open(names.join('\n'), answerAwayFromFind, <Toaster />, { state: { more: 3, cut: false } })
  const bar = page.getByRole('progressbar', { name: 'Looking up the links' })
  await expect.element(bar).toBeVisible()
  location.hash = '#/links'
  await expect.element(bar).not.toBeInTheDocument()
  leftFind.resolve(undefined)
  await expect.element(page.getByText('12 links have been looked up.')).toBeVisible()
  await page.getByRole('button', { name: 'Show them' }).click()
  await expect.element(page.getByText('12 active')).toBeVisible()
  await expect.element(page.getByText(/The text contains 3 more/)).toBeVisible()
})

test('five hundred links are accepted, and the number of others is shown', async () => {
  history.replaceState(null, '', '#/find')
  await open('', ({ text }) => createAnswer(text))
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
  await page.getByRole('button', { name: 'Cancel' }).click()
})

test('in a narrow window an address breaks after slashes, not within a word', async () => {
  await page.viewport(770, 600)
  await open('links.acme.example/On\nlinks.acme.example/Off', () =>
    createAnswer('On', { desktop_custom_redirect: { url: 'https://shop.example.com/summer-sale' } }),
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
