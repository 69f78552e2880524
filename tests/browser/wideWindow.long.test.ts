import type { Locator, Page } from 'playwright'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openApp } from './app.ts'
import type { App } from './app.ts'
import { screenHosts } from './hosts.ts'
import { addressField, create, createForm, goTo, tryLocal } from './userActions.ts'
import type { ScreenName } from './userActions.ts'

const screens: ScreenName[] = ['Create', 'Find', 'Links', 'Profiles', 'Activity', 'Settings']

/** Returns how far a screen's leftmost visible element is from its heading's left edge, in pixels. */
async function measureIndent(page: Page): Promise<number> {
  return await page.evaluate(() => {
    const heading = document.querySelector('h1')?.getBoundingClientRect() ?? new DOMRect()
    const main = document.querySelector('main') ?? document.body
    const boxes: DOMRect[] = []
    const texts = document.createTreeWalker(main, NodeFilter.SHOW_TEXT)
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      const range = document.createRange()
      range.selectNodeContents(text)
      boxes.push(range.getBoundingClientRect())
    }
    // A button without background extends beyond its text on both sides.
    const hasVisibleEdge = ({ backgroundColor, borderLeftWidth }: CSSStyleDeclaration) =>
      borderLeftWidth !== '0px' || !/, 0\)$|transparent/.test(backgroundColor)
    for (const control of main.querySelectorAll('input, textarea, button, a')) {
      if (hasVisibleEdge(getComputedStyle(control))) boxes.push(control.getBoundingClientRect())
    }
    const leftEdges = boxes
      .filter(({ width, top }) => width > 1 && top > heading.bottom)
      .map(({ left }) => left)
    const indent = Math.min(...leftEdges) - heading.left
    // A border width more or less counts as the same edge.
    return Math.abs(indent) <= 2 ? 0 : Math.round(indent)
  })
}

describe.each(screenHosts())('in the $name', (host) => {
  let app: App
  beforeEach(async () => {
    app = await openApp(host)
  })
  afterEach(() => app.close())

  test('every screen starts at the left edge of its heading at 1920 pixels', async () => {
    const { page } = app
    await page.setViewportSize({ width: 1920, height: 1080 })
    await tryLocal(page)
    await createForm(page).getByLabel('Title', { exact: true }).fill('Wide')
    await create(page)
    const indents: Record<string, number> = { created: await measureIndent(page) }
    for (const screen of screens) {
      await goTo(page, screen)
      await page.getByRole('status', { name: /^Loading/ }).waitFor({ state: 'detached' })
      indents[screen] = await measureIndent(page)
    }
    const expected = Object.fromEntries(Object.keys(indents).map((screen) => [screen, indents['created']]))
    expect(indents).toEqual(expected)
  })

  test('Create, Find and Bulk begin at one edge at 1920 pixels, and their empty states are centred', async () => {
    const { page } = app
    await page.setViewportSize({ width: 1920, height: 1080 })
    await tryLocal(page)
    const measureBox = async (part: Locator) => {
      await part.waitFor()
      const { x, width } = (await part.boundingBox()) ?? { x: 0, width: 0 }
      return { left: Math.round(x), width: Math.round(width) }
    }
    const form = await measureBox(addressField(page))
    const screen = await measureBox(page.getByRole('main'))
    const expectCentred = async (heading: string) => {
      const { left, width } = await measureBox(page.getByRole('heading', { name: heading }))
      expect(left + width / 2).toBeCloseTo(screen.left + screen.width / 2, -1)
    }
    await goTo(page, 'Find')
    expect(await measureBox(page.getByRole('search'))).toMatchObject({ left: form.left })
    await expectCentred('What does this link do?')
    await goTo(page, 'Bulk')
    await expectCentred('Many links at once')
    await page.getByRole('button', { name: 'Start with your rows' }).click()
    expect(await measureBox(page.getByRole('region', { name: 'Paste your rows' }))).toEqual(form)
    await page.getByLabel('Rows', { exact: true }).fill('Title\tDesktop\nSale\thttps://shop.example.com/sale')
    await page.getByRole('button', { name: 'Continue', exact: true }).first().click()
    await page.getByRole('button', { name: 'Check 1 row' }).click()
    await page.getByRole('button', { name: 'Continue with 1 link' }).click()
    const { left } = await measureBox(
      page.getByRole('form', { name: 'Create' }).getByText('1 link to create'),
    )
    expect(left).toBe(form.left)
  })
})
