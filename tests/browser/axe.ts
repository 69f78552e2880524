import axe from 'axe-core'
import type { RunOptions } from 'axe-core'
import type { Page } from 'playwright'
import { faultsIn, isUnderPopup, axeRuns } from '../axeRuns.ts'
import { applyTextStyle, textStyles } from '../textStyles.ts'

/** A serious or critical fault, or content outside of every landmark, in one line: where it was seen, the rule, and the elements. */
export type AxeViolation = string

/**
 * What axe finds serious or critical on the screen as it stands, in both themes and at both sizes. The window must follow
 * the system's theme for that.
 */
export async function findAxeViolations(page: Page, screen: string): Promise<AxeViolation[]> {
  // Every host shows the same elements, so axe looks in the browser host alone.
  if (await page.evaluate(() => 'desktop' in window)) return []
  const faults: AxeViolation[] = []
  for (const { size, theme, run, text } of orderRuns(page)) {
    await page.evaluate(applyTextStyle, textStyles[text])
    await page.setViewportSize(size)
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
    await waitForTransitions(page)
    const found = await runAxe(page, run)
    faults.push(...found.map((fault) => `${screen}, ${theme}, ${size.width}, ${text} text: ${fault}`))
  }
  await page.evaluate(applyTextStyle, textStyles.usual)
  return faults
}

/** There and back again: to draw the window in another size or theme takes as long as half a look. */
function orderRuns(page: Page): typeof axeRuns {
  return page.viewportSize()?.width === axeRuns.at(-1)?.size.width ? axeRuns.toReversed() : axeRuns
}

/** Waits for every transition: a colour half way to another has no contrast of its own. */
async function waitForTransitions(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted)))
    await Promise.all(document.getAnimations().map((animation) => animation.finished.catch(() => undefined)))
  })
}

async function runAxe(page: Page, run: RunOptions): Promise<string[]> {
  // As a value and not as a script: the page's policy allows no script from elsewhere.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe.source)
  const violations = await page.evaluate(async (options) => {
    const found = await (globalThis as unknown as { axe: typeof axe }).axe.run(document, {
      resultTypes: ['violations'],
      ...options,
    })
    return found.violations.map(({ id, impact, help, nodes }) => ({
      id,
      impact: impact ?? null,
      help,
      nodes: nodes.map(({ html, target }) => ({ html, target: String(target[0]) })),
    }))
  }, run)
  const targets = violations.filter(({ id }) => id === 'target-size').flatMap(({ nodes }) => nodes)
  const covered = new Set<unknown>()
  for (const { target } of targets) if (await page.evaluate(isUnderPopup, target)) covered.add(target)
  return faultsIn(violations, (target) => covered.has(target))
}
