import { Router } from 'wouter'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { ParsedInput } from '../../../contract/app/calls/calls.ts'
import Palette from '../../../renderer/app/palette/Palette.tsx'
import { readPastedAddress } from '../../../renderer/link/pastedAddress.ts'
import { useCommands } from '../../../renderer/session/commands.ts'
import { useHashPath } from '../../../renderer/session/hashLocation.ts'
import { showUndo } from '../../../renderer/ui/undoToast.tsx'
import { Toaster } from '../../../renderer/ui/Toaster.tsx'
import { findAxeViolations } from '../axe.ts'
import { createRows } from '../screens/library/library.tsx'
import { createAppState, withSession } from '../session.tsx'
import { show } from '../show.tsx'

const field = () => page.getByRole('combobox', { name: 'Search or do anything' })
const option = (name: string | RegExp) => page.getByRole('option', { name })
const active = () => document.querySelector('[role="option"][aria-selected="true"]')?.textContent ?? ''
const currentPath = () => decodeURIComponent(location.hash.slice(1))

let closed: number
let runs: string[]
beforeEach(() => {
  closed = 0
  runs = []
  history.replaceState(null, '', '#/links')
})
afterEach(() => history.replaceState(null, '', '#'))

function Screen() {
  useCommands({
    duplicateLink: () => runs.push('duplicateLink'),
    archiveLink: () => runs.push('archiveLink'),
    promoteLink: undefined,
  })
  return null
}

/** Shows the palette over ten links of two profiles. */
function open() {
  const rows = createRows(10)
  const { profiles } = createAppState()
  const other = profiles.map((profile) => ({ ...profile, id: 'other', name: 'Agency' }))
  return show(
    withSession(
      <Router hook={useHashPath}>
        <Toaster />
        <Screen />
        <Palette close={() => (closed += 1)} />
      </Router>,
      { profiles: [...profiles, ...other] },
    ),
    {
      'library.search': ({ view, limit }: ParsedInput<'library.search'>) => {
        const found = rows.filter(({ title }) => title?.toLowerCase().includes(view.search.toLowerCase()))
        return { ok: true, value: { rows: found.slice(0, limit), next: null, partial: false, nextEnd: null } }
      },
      'presets.list': () => ({
        ok: true,
        value: { presets: [{ id: 'p', name: 'Newsletter', form: { medium: 'email' } }], defaults: {} },
      }),
      'profiles.use': () => ({ ok: true, value: null }),
      'drafts.save': () => ({ ok: true, value: null }),
    },
  )
}

test('links are found while typing, and Enter opens the active one', async () => {
  await open()
  await expect.element(field()).toHaveFocus()
  await userEvent.keyboard('sale 1')
  await expect.poll(() => page.getByRole('option', { name: /^Sale 1/ }).elements().length).toBe(5)
  expect(active()).toContain('Sale 1/nRVNDfzQ005')
  await userEvent.keyboard('{ArrowDown}')
  expect(active()).toContain('Sale 1/nRVNDfzQ006')
  expect(field().element().getAttribute('aria-activedescendant')).toBe(
    document.querySelector('[role="option"][aria-selected="true"]')?.id,
  )
  expect(await findAxeViolations()).toEqual([])
  await userEvent.keyboard('{Enter}')
  expect(closed).toBe(1)
  expect(currentPath()).toMatch(/^\/links\/.*6\/page$/)
})

test('many matches lead to all of them in Links', async () => {
  await open()
  await userEvent.keyboard('sale')
  await option('All links with “sale”').click()
  expect(currentPath()).toBe('/links?q=sale')
})

test('an empty palette shows recent links, what the screen can do, and the screens', async () => {
  await open()
  await expect.element(option(/^Sale 0/).first()).toBeVisible()
  await option('Duplicate this link').click()
  expect([closed, runs]).toEqual([1, ['duplicateLink']])
  // Nothing on the screen can be promoted.
  expect(option('Promote this link to production').query()).toBeNull()
  await option(/^Bulk/).click()
  expect(currentPath()).toBe('/bulk')
})

test('commands are found by their first letters and by other words, and profiles and presets by name', async () => {
  const calls = await open()
  await userEvent.keyboard('proxy')
  await expect.element(option('Settings: Network')).toBeVisible()
  await field().fill('dupl')
  await expect.element(option('Duplicate this link')).toBeVisible()
  await field().fill('news')
  await expect.element(option('Create from “Newsletter”')).toBeVisible()
  await field().fill('age prod')
  await option(/^Switch to Agency · Production/).click()
  expect(calls).toContainEqual(['profiles.use', { id: 'other', environment: 'production' }])
})

test('commands are found by common synonyms, and the number of results is announced', async () => {
  const undone: string[] = []
  showUndo({ message: 'Star removed.', undo: () => void undone.push('star') })
  await open()
  await userEvent.keyboard('revert')
  await expect.element(page.getByRole('status').getByText(/^2 results$/)).toBeInTheDocument()
  await option(/^Undo, while Undo is offered/).click()
  expect(undone).toEqual(['star'])
  for (const [word, name] of [
    ['history', 'Recent changes'],
    ['recent', 'Recent changes'],
    ['undo', 'Recent changes'],
    ['archive', 'Archive, or unarchive'],
  ] as const) {
    await field().fill(word)
    await expect.element(option(name)).toBeVisible()
  }
})

test('Ctrl+C copies the active link, unless typed text is selected', async () => {
  await open()
  await userEvent.keyboard('sale 1')
  await expect.element(option(/^Sale 1/).first()).toBeVisible()
  await userEvent.keyboard('{Control>}a{/Control}{Control>}c{/Control}')
  expect(closed).toBe(0)
  await userEvent.keyboard('{ArrowRight}{Control>}c{/Control}')
  await expect.element(page.getByText('Link copied.')).toBeVisible()
  expect(closed).toBe(1)
})

test('a web address can become a link or be searched, and a link of ours is looked up', async () => {
  await open()
  await field().fill('shop.example.com/summer')
  await expect.element(option('Create a link to shop.example.com/summer')).toBeVisible()
  await option('Find links to shop.example.com/summer').click()
  expect(currentPath()).toBe('/links?q=to:"https://shop.example.com/summer"')
  await field().fill('http://127.0.0.1:4680/Ab3')
  await option('Look up 127.0.0.1:4680/Ab3').click()
  expect(currentPath()).toContain('/find/')
})

test.each([
  ['a title', 'Summer sale', null],
  ['a word that could be a path', 'summer', null],
  ['two addresses', 'https://a.example/1 https://a.example/2', null],
  ['another scheme', 'javascript:alert(1)', null],
  ['a link of ours in a sentence', 'See go.example/Ab3!', { kind: 'links', links: ['go.example/Ab3'] }],
  ['an address', 'https://shop.example/a?b=1', { kind: 'address', url: 'https://shop.example/a?b=1' }],
  ['an address without its scheme', 'shop.example/a', { kind: 'address', url: 'https://shop.example/a' }],
])('%s is recognized', (_, text, pasted) => {
  expect(readPastedAddress(text, ['go.example'])).toEqual(pasted)
})

test('a text of a million characters is shown shortened', async () => {
  await open()
  await field().fill('x'.repeat(1_000_000))
  const label = option(/^New link titled/)
  await expect.element(label).toBeVisible()
  expect(label.element().textContent.length).toBeLessThan(100)
})
