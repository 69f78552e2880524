import { Router } from 'wouter'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { Shortcuts } from '../../../renderer/app/Shortcuts.tsx'
import { useHashPath } from '../../../renderer/session/hashLocation.ts'
import { findAxeViolations } from '../axe.ts'
import { show } from '../show.tsx'

const shortcutList = () => page.getByRole('dialog', { name: 'Keyboard shortcuts' })
const currentPath = () => location.hash.slice(1)
const focusedLabel = () =>
  document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent

beforeEach(() => history.replaceState(null, '', '#/create'))
afterEach(() => history.replaceState(null, '', '#'))

async function open(): Promise<void> {
  await show(
    <Router hook={useHashPath}>
      <Shortcuts />
      <nav data-region>
        <button>Create</button>
      </nav>
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
    </Router>,
  )
}

test('a question mark lists the shortcuts, except in a field, where it is typed', async () => {
  await open()
  await page.getByRole('textbox', { name: 'Title' }).click()
  await userEvent.keyboard('?')
  await expect.element(page.getByRole('textbox', { name: 'Title' })).toHaveValue('?')
  await expect.element(shortcutList()).not.toBeInTheDocument()
  await page.getByRole('button', { name: 'Create' }).click()
  await userEvent.keyboard('?')
  await expect.element(shortcutList()).toBeVisible()
  await expect.element(shortcutList().getByText('Find a link')).toBeVisible()
  expect(await findAxeViolations()).toEqual([])
})

test('Ctrl+K opens Find, but not behind a dialog', async () => {
  await open()
  await userEvent.keyboard('?')
  await expect.element(shortcutList()).toBeVisible()
  await userEvent.keyboard('{Control>}k{/Control}')
  expect(currentPath()).toBe('/create')
  await userEvent.keyboard('{Escape}')
  await expect.element(shortcutList()).not.toBeInTheDocument()
  await userEvent.keyboard('{Control>}k{/Control}')
  expect(currentPath()).toBe('/find')
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
