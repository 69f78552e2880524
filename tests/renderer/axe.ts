import axe from 'axe-core'
import type { RunOptions } from 'axe-core'
import { inject } from 'vitest'
import { cdp, page } from 'vitest/browser'

declare module 'vitest' {
  interface ProvidedContext {
    /** Whether axe looks at each screen once, in one theme and at one size. */
    quick: boolean
  }
}

/** What the colours of a theme can break; all else is the same in both. */
const colours: RunOptions = { runOnly: ['color-contrast', 'link-in-text-block'] }
/** Every rule at either size, since what is drawn differs, and every colour in either theme: a look costs a fifth of a second. */
const allLooks: { width: number; height: number; theme: 'light' | 'dark'; run: RunOptions }[] = [
  { width: 1280, height: 800, theme: 'light', run: {} },
  { width: 1280, height: 800, theme: 'dark', run: colours },
  { width: 900, height: 600, theme: 'dark', run: {} },
]

const looks = inject('quick') ? allLooks.slice(0, 1) : allLooks

/** What axe finds serious or critical on what is drawn, in both themes and at both sizes of the window. */
export async function axeFaults(): Promise<string[]> {
  const faults: string[] = []
  for (const { width, height, theme, run } of looks) {
    await page.viewport(width, height)
    await cdp().send('Emulation.setEmulatedMedia', {
      features: [{ name: 'prefers-color-scheme', value: theme }],
    })
    await settled()
    faults.push(...(await faultsNow(run)).map((fault) => `${theme}, ${String(width)}: ${fault}`))
  }
  return faults
}

/** Waits for every transition that ends: a colour half way to another has no contrast of its own. A cursor blinks for ever. */
async function settled(): Promise<void> {
  await new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted)))
  const ending = document
    .getAnimations()
    .filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity)
  await Promise.all(ending.map((animation) => animation.finished.catch(() => undefined)))
}

async function faultsNow(run: RunOptions): Promise<string[]> {
  const { violations } = await axe.run(document, { resultTypes: ['violations'], ...run })
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, help, nodes }) => `${id} (${help}): ${nodes.map(({ html }) => html).join(' | ')}`)
}
