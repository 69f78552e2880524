import axe from 'axe-core'
import type { RunOptions } from 'axe-core'
import { inject } from 'vitest'
import { cdp, page } from 'vitest/browser'
import { describeViolations, isPartlyCovered, axeRuns } from '../axeRuns.ts'
import { applyTextStyle, textStyles } from '../textStyles.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Whether axe checks each screen only once, in one theme and size. */
    quick: boolean
  }
}

const activeRuns = inject('quick') ? axeRuns.slice(0, 1) : axeRuns

/** Returns the serious and critical axe violations of what is rendered, in both themes and sizes. */
export async function findAxeViolations(): Promise<string[]> {
  const violations: string[] = []
  for (const { size, theme, run, text } of activeRuns) {
    applyTextStyle(textStyles[text])
    await page.viewport(size.width, size.height)
    await cdp().send('Emulation.setEmulatedMedia', {
      features: [{ name: 'prefers-color-scheme', value: theme }],
    })
    await waitForTransitions()
    violations.push(
      ...(await runAxe(run)).map(
        (violation) => `${theme}, ${String(size.width)}, ${text} text: ${violation}`,
      ),
    )
  }
  applyTextStyle(textStyles.normal)
  return violations
}

/** Waits for all finite transitions: intermediate colours have no meaningful contrast. The cursor blinks forever. */
async function waitForTransitions(): Promise<void> {
  await new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted)))
  const finiteAnimations = document
    .getAnimations()
    .filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity)
  await Promise.all(finiteAnimations.map((animation) => animation.finished.catch(() => undefined)))
}

async function runAxe(run: RunOptions): Promise<string[]> {
  const { violations } = await axe.run(document, { resultTypes: ['violations'], ...run })
  return describeViolations(violations, isPartlyCovered)
}
