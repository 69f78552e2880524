import { afterEach, beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { applyTextStyle, textStyles } from '../../../textStyles.ts'
import { findAxeViolations } from '../../axe.ts'
import { createRows, showLibrary } from './library.tsx'

beforeEach(() => page.viewport(1280, 800))
afterEach(() => applyTextStyle(textStyles.normal))

test.each(['normal', 'narrow', 'wide'] as const)(
  'in %s text the state of a link is never cut off',
  async (style) => {
    applyTextStyle(textStyles[style])
    const differingRows = createRows(20).map((row) => ({ ...row, differs: true }))
    await showLibrary(differingRows, '/links')
    await expect.element(page.getByText('Stored differently').first()).toBeVisible()
    const badges = [...document.querySelectorAll<HTMLElement>('[role="row"] [data-tone]')]
    expect(badges.length).toBeGreaterThan(0)
    const cutBadges = badges.filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
    expect(
      cutBadges.map(
        ({ textContent, scrollWidth, clientWidth }) => `${textContent}: ${scrollWidth} in ${clientWidth}`,
      ),
    ).toEqual([])
  },
)

test('a link kept for reference shows its service, but no environment and no check', async () => {
  const [first, second] = createRows(2)
  if (!first || !second) throw new Error('There are no rows.')
  const reference = { ...first, state: 'reference' as const, title: 'Spring', profileName: 'bit.ly' }
  await showLibrary([reference, second], '/links?columns=state.environment.profile')
  const row = page.getByRole('row', { name: /Spring/ })
  await expect.element(row.getByText('Reference', { exact: true })).toBeVisible()
  await expect.element(row.getByText('bit.ly')).toBeVisible()
  expect(row.getByText('Production').elements()).toEqual([])
  await row.getByRole('link', { name: 'Spring' }).click()
  const drawer = page.getByRole('dialog')
  await expect.element(drawer.getByText(/^Made by another service and kept for reference/)).toBeVisible()
  await expect.element(drawer.getByRole('button', { name: 'Copy link' })).toBeVisible()
  for (const name of ['Check for changes', 'Open full page', 'Check again']) {
    expect(drawer.getByRole('button', { name }).elements()).toEqual([])
  }
  for (const text of ['Environment', 'Last checked', 'Your request as JSON', 'Visits']) {
    expect(drawer.getByText(text, { exact: true }).elements()).toEqual([])
  }
  expect(await findAxeViolations()).toEqual([])
})
