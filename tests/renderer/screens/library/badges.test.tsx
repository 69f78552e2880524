import { afterEach, beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { applyTextStyle, textStyles } from '../../../textStyles.ts'
import { createRows, showLibrary } from './library.tsx'

beforeEach(() => page.viewport(1280, 800))
afterEach(() => applyTextStyle(textStyles.usual))

test.each(['usual', 'narrow', 'wide'] as const)(
  'in %s text the state of a link is never cut off',
  async (style) => {
    applyTextStyle(textStyles[style])
    const differing = createRows(20).map((row) => ({ ...row, differs: true }))
    await showLibrary(differing, '/links')
    await expect.element(page.getByText('Stored differently').first()).toBeVisible()
    const badges = [...document.querySelectorAll<HTMLElement>('[role="row"] [data-tone]')]
    expect(badges.length).toBeGreaterThan(0)
    const cut = badges.filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
    expect(
      cut.map(
        ({ textContent, scrollWidth, clientWidth }) => `${textContent}: ${scrollWidth} in ${clientWidth}`,
      ),
    ).toEqual([])
  },
)
