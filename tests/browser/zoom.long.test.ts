import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Locator } from 'playwright'
import { openApp } from './app.ts'
import type { App } from './app.ts'
import { browserHost } from './browserHost.ts'
import { createForm, tryLocal } from './userActions.ts'

/** A window of 1280 × 800 at 200 % zoom. */
const viewport = { width: 640, height: 400 }

let app: App

beforeAll(async () => {
  app = await openApp(browserHost(), { context: { viewport } })
  const { page } = app
  await tryLocal(page)
  await createForm(page).getByLabel('Title', { exact: true }).fill('Summer sale')
  await page.getByRole('button', { name: 'Create link' }).click()
  await page.getByText('Stored as requested').waitFor()
  expect(await listOverflow()).toEqual([])
  await page.evaluate(() => (location.hash = '#/create'))
})
afterAll(async () => await app.close())

/** Returns the elements that reach beyond the window's sides, except inside scrollable elements. */
async function listOverflow(): Promise<string[]> {
  return await app.page.evaluate(() => {
    const isScrollable = (element: Element) => /auto|scroll/.test(getComputedStyle(element).overflowX)
    const isInScroller = (element: Element) => {
      for (let parent = element.parentElement; parent; parent = parent.parentElement) {
        if (parent.id !== 'screen' && isScrollable(parent) && parent.scrollWidth > parent.clientWidth)
          return true
      }
      return false
    }
    return [...document.querySelectorAll('#screen :is(button, a, input, textarea, h2, label)')]
      .filter((element) => element.checkVisibility() && element.getBoundingClientRect().width > 1)
      .filter((element) => element.getBoundingClientRect().right > innerWidth && !isInScroller(element))
      .map((element) => element.outerHTML.slice(0, 120))
  })
}

/** Waits until nothing covers the middle of an element and it is inside the window. */
async function expectReachable(target: Locator): Promise<void> {
  await target.waitFor()
  const isOnTop = (element: Element) => {
    const { left, top, width, height } = element.getBoundingClientRect()
    const hit = document.elementFromPoint(left + width / 2, top + height / 2)
    return hit !== null && (element.contains(hit) || hit.contains(element))
  }
  await expect.poll(() => target.evaluate(isOnTop)).toBe(true)
}

test('the create button and the field in use are in view', async () => {
  const { page } = app
  const title = createForm(page).getByLabel('Title', { exact: true })
  await title.focus()
  await expectReachable(title)
  await expectReachable(page.getByRole('button', { name: 'Create link' }))
  const tags = createForm(page).getByRole('combobox', { name: 'Tags' })
  await tags.focus()
  await expectReachable(tags)
})

test.each([
  ['create', 'Create a link'],
  ['bulk', 'Bulk'],
  ['bulk/new', 'New bulk run'],
  ['bulk/change', 'Change links'],
  ['find', 'Find a link'],
  ['links', 'Links'],
  ['profiles', 'Profiles'],
  ['activity', 'Diagnostics'],
  ['settings', 'Settings'],
])('%s is not cut off at the sides, and the navigation is in view', async (path, heading) => {
  const { page } = app
  await page.evaluate((hash) => (location.hash = hash), `#/${path}`)
  await page.getByRole('heading', { level: 1, name: heading }).waitFor()
  await page.locator('#screen :is(button, a, input):visible').first().waitFor()
  expect(await listOverflow()).toEqual([])
  for (const link of await page.getByRole('navigation', { name: 'Main' }).getByRole('link').all()) {
    await expectReachable(link)
  }
})
