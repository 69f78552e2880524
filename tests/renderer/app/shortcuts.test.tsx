import { Router } from 'wouter'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { AppState } from '../../../contract/app/calls/app/app.ts'
import { commandIds, commands } from '../../../contract/app/window/commands.ts'
import { Shortcuts } from '../../../renderer/app/Shortcuts.tsx'
import { commandHandlers, useCommands } from '../../../renderer/session/commands.ts'
import { useHashPath } from '../../../renderer/session/hashLocation.ts'
import { findAxeViolations } from '../axe.ts'
import { withSession } from '../session.tsx'
import { show } from '../show.tsx'

const shortcutList = () => page.getByRole('dialog', { name: 'Keyboard shortcuts' })
const palette = () => page.getByRole('dialog', { name: 'Search or do anything' })
const title = () => page.getByRole('textbox', { name: 'Title' })
const currentPath = () => location.hash.slice(1)
const focusedLabel = () =>
  document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent

let runs: string[]
beforeEach(() => {
  runs = []
  history.replaceState(null, '', '#/create')
})
afterEach(() => history.replaceState(null, '', '#'))

function Screen() {
  const run = (name: string) => () => runs.push(name)
  useCommands({ newLink: run('newLink'), sendLink: run('sendLink'), search: run('search') })
  return (
    <div data-region id="screen" tabIndex={-1} aria-label="Screen">
      <input aria-label="Title" />
      <div role="grid" aria-label="Links">
        <div role="row" tabIndex={-1}>
          <span role="gridcell">First</span>
        </div>
        <div role="row" tabIndex={0}>
          <span role="gridcell">Current</span>
        </div>
      </div>
    </div>
  )
}

async function open(state: Partial<AppState> = {}): Promise<void> {
  await show(
    withSession(
      <Router hook={useHashPath}>
        <Shortcuts />
        <nav data-region>
          <button>Create</button>
        </nav>
        <Screen />
      </Router>,
      state,
    ),
  )
}

test('a question mark lists the shortcuts of all commands, except in a field, where it is typed', async () => {
  await open()
  await title().click()
  await userEvent.keyboard('?')
  await expect.element(title()).toHaveValue('?')
  await expect.element(shortcutList()).not.toBeInTheDocument()
  await page.getByRole('button', { name: 'Create' }).click()
  await userEvent.keyboard('?')
  await expect.element(shortcutList()).toBeVisible()
  const listed = shortcutList()
    .getByRole('term')
    .elements()
    .map(({ textContent }) => textContent)
  const named = commandIds.filter((id) => commands[id].keys).map((id) => commands[id].title)
  expect(listed.toSorted()).toEqual(named.toSorted())
  expect(await findAxeViolations()).toEqual([])
})

test('Ctrl+K opens the palette, also from a field, but not behind a dialog', async () => {
  await open()
  await userEvent.keyboard('?')
  await expect.element(shortcutList()).toBeVisible()
  await userEvent.keyboard('{Control>}k{/Control}')
  await userEvent.keyboard('{Escape}')
  await expect.element(shortcutList()).not.toBeInTheDocument()
  await expect.element(palette()).not.toBeInTheDocument()
  await title().click()
  await userEvent.keyboard('{Control>}k{/Control}')
  await expect.element(palette()).toBeVisible()
})

test('single keys run a command or open a screen, except in a field', async () => {
  await open()
  await title().click()
  await userEvent.keyboard('cgl')
  await expect.element(title()).toHaveValue('cgl')
  expect([runs, currentPath()]).toEqual([[], '/create'])
  await page.getByRole('button', { name: 'Create' }).click()
  await userEvent.keyboard('c')
  expect(runs).toEqual(['newLink'])
  await userEvent.keyboard('gl')
  expect(currentPath()).toBe('/links')
  // The second key of a sequence is not a shortcut of its own.
  await userEvent.keyboard('gc')
  expect([runs, currentPath()]).toEqual([['newLink'], '/create'])
  // The screen's own search comes before the palette.
  await userEvent.keyboard('/')
  expect(runs).toEqual(['newLink', 'search'])
})

test('single keys do nothing once they are switched off; combinations still work', async () => {
  await open({ singleKeys: false })
  await userEvent.keyboard('cgl?')
  expect([runs, currentPath()]).toEqual([[], '/create'])
  await expect.element(shortcutList()).not.toBeInTheDocument()
  await title().click()
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  expect(runs).toEqual(['sendLink'])
})

test('the list keeps the keys that work without single keys, such as arrows', async () => {
  await open({ singleKeys: false })
  commandHandlers().help?.()
  await expect.element(shortcutList().getByText('Move between rows')).toBeVisible()
  expect(shortcutList().getByText('Next link, beside the list').elements()).toEqual([])
})

test('F6 goes through the parts of the window, and into the current row of a table', async () => {
  await open()
  const visited: unknown[] = []
  for (let count = 0; count < 4; count += 1) {
    await userEvent.keyboard('{F6}')
    visited.push(focusedLabel())
  }
  expect(visited).toEqual(['Create', 'Screen', 'Current', 'Create'])
  await userEvent.keyboard('{Shift>}{F6}{/Shift}')
  expect(focusedLabel()).toBe('Current')
})
