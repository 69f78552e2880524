import axe from 'axe-core'
import type { RunOptions } from 'axe-core'
import type { Page } from 'playwright'
import { describeViolations, isPartlyCovered, axeRuns } from '../axeRuns.ts'
import { runsAll } from './hosts.ts'
import { applyTextStyle, textStyles } from '../textStyles.ts'

/** A violation in one line: the screen, the rule, and the elements. Serious, critical, or content outside landmarks. */
export type AxeViolation = string

/**
 * Returns the serious and critical axe violations of the current screen. In `npm run test:hosts`, in both themes and
 * sizes, which the component tests check for each screen anyway. The window must follow the system theme.
 */
export async function findAxeViolations(page: Page, screen: string): Promise<AxeViolation[]> {
  // All hosts render the same elements, so axe runs only in the browser host.
  if (await page.evaluate(() => 'desktop' in window)) return []
  const violations: AxeViolation[] = []
  for (const { size, theme, run, text } of orderRuns(page)) {
    await page.evaluate(applyTextStyle, textStyles[text])
    await page.setViewportSize(size)
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
    await waitForTransitions(page)
    const found = await runAxe(page, run)
    violations.push(
      ...found.map((violation) => `${screen}, ${theme}, ${size.width}, ${text} text: ${violation}`),
    )
  }
  await page.evaluate(applyTextStyle, textStyles.normal)
  return violations
}

/** Returns the runs in alternating order: switching size or theme takes half as long as a run. */
function orderRuns(page: Page): typeof axeRuns {
  if (!runsAll) return axeRuns.slice(0, 1)
  return page.viewportSize()?.width === axeRuns.at(-1)?.size.width ? axeRuns.toReversed() : axeRuns
}

/** Waits for all transitions: intermediate colours have no meaningful contrast. */
async function waitForTransitions(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted)))
    await Promise.all(document.getAnimations().map((animation) => animation.finished.catch(() => undefined)))
  })
}

async function runAxe(page: Page, run: RunOptions): Promise<string[]> {
  // Evaluated as an expression, because the page's policy forbids other scripts.
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
  const coveredTargets = new Set<unknown>()
  for (const { target } of targets)
    if (await page.evaluate(isPartlyCovered, target)) coveredTargets.add(target)
  return describeViolations(violations, (target) => coveredTargets.has(target))
}
