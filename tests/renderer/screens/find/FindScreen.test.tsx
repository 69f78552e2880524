import { Route, Router } from 'wouter'
import { useHashLocation } from 'wouter/use-hash-location'
import { beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import FindScreen from '../../../../renderer/screens/find/FindScreen.tsx'
import { findRoute } from '../../../../renderer/session/routes.ts'
import { axeFaults } from '../../axe.ts'
import { inSession } from '../../session.tsx'
import { show } from '../../show.tsx'
import { answerOf, shops, twin } from './answers.ts'

const field = () => page.getByRole('textbox', { name: /Link, path or text/ })
const place = () => page.getByRole('group', { name: 'Where this was looked up' })

const says = (text: string) => expect.poll(() => place().query()?.textContent).toContain(text)

beforeEach(() => history.replaceState(null, '', '#/find'))

async function open(profiles = shops, answer: (input: { text: string }) => unknown = () => answerOf('Ab3')) {
  const screen = (
    <Router hook={useHashLocation}>
      <Route path={findRoute} component={FindScreen} />
    </Router>
  )
  const calls = await show(inSession(screen, { profiles }), { 'links.find': answer })
  return () => calls.filter(([name]) => name !== 'app.state')
}

async function paste(text: string): Promise<void> {
  const clipboardData = new DataTransfer()
  clipboardData.setData('text', text)
  await expect.element(field()).toBeVisible()
  field()
    .element()
    .dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
}

const asked = (text: string, profileId: string, environment = 'development') => [
  'links.find',
  { text, profileId, environment },
]

test.each([
  ['percent-encoded', 'https%3A%2F%2Flinks.acme.example%2FAb3'],
  ['broken by a mail', 'Your link:\n<https://links.acme\n.example/Ab3>\nRegards'],
  ['with everything around it', '**[Sale](HTTPS://Links.Acme.example:443/Ab3/?x=1#y)**'],
])('a link that is pasted %s is looked up', async (_, text) => {
  const calls = await open()
  await paste(text)
  await expect.element(page.getByText(/^Active link/)).toBeVisible()
  expect(calls()).toEqual([asked('links.acme.example/Ab3', 'acme')])
})

test('an emptied field takes the answer away, and the way back has it again', async () => {
  await open()
  await paste('https://links.acme.example/Ab3')
  await expect.element(page.getByText(/^Active link/)).toBeVisible()
  await field().clear()
  await expect.element(page.getByRole('heading', { name: 'What does this link do?' })).toBeVisible()
  expect(await axeFaults()).toEqual([])
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
  await expect.element(page.getByText('No link was found in this text')).toBeVisible()
  expect(calls()).toEqual([])
  await field().fill('Ab3')
  await userEvent.keyboard('{Enter}')
  await says('Looked up in Acme')
  expect(calls()).toEqual([asked('Ab3', 'acme')])
})

test('the domain of a link chooses the profile that is asked, and the window stays where it is', async () => {
  const calls = await open()
  await paste('https://go.shop.example/Ab3')
  await says('This is a link of Shop DE')
  await says('You are still working in Acme, development.')
  expect(await axeFaults()).toEqual([])
  expect(calls()).toEqual([asked('go.shop.example/Ab3', 'de')])
})

test('of several profiles with one domain the first is asked, and the other offered in the address', async () => {
  const calls = await open([...shops, twin])
  await paste('https://go.shop.example/Ab3')
  await page.getByRole('button', { name: 'Ask Shop AT, which has go.shop.example too' }).click()
  await says('This is a link of Shop AT')
  expect(location.hash).toMatch(/\/at\/development$/)
  expect(calls()).toEqual([asked('go.shop.example/Ab3', 'de'), asked('go.shop.example/Ab3', 'at')])
  history.back()
  await says('This is a link of Shop DE')
})

test('a link that is not here is looked for elsewhere on request alone', async () => {
  const calls = await open(shops, () => ({ ok: false, problem: { code: 'link_not_found' } }))
  await paste('https://go.shop.example/Ab3')
  await page.getByRole('button', { name: 'Look in production' }).click()
  await expect
    .poll(calls)
    .toEqual([asked('go.shop.example/Ab3', 'de'), asked('go.shop.example/Ab3', 'de', 'production')])
  await expect.element(page.getByRole('button', { name: 'Look in Acme, production' })).toBeVisible()
  expect(await axeFaults()).toEqual([])
})

test('a domain that is nobody’s is said, and asked on request alone', async () => {
  const calls = await open()
  await paste('bit.ly/3xYzAbC')
  await expect.element(page.getByText('bit.ly is none of your link domains')).toBeVisible()
  expect(await axeFaults()).toEqual([])
  expect(calls()).toEqual([])
  await page.getByRole('button', { name: 'Ask Shop DE anyway' }).click()
  await says('Looked up in Shop DE')
  expect(calls()).toEqual([asked('bit.ly/3xYzAbC', 'de')])
})
