import axe from 'axe-core'
import { cdp, page } from 'vitest/browser'

const sizes = [
  [1280, 800],
  [900, 600],
] as const

/** What axe finds serious or critical on what is drawn, in both themes and at both sizes of the window. */
export async function axeFaults(): Promise<string[]> {
  const faults: string[] = []
  for (const [width, height] of sizes) {
    await page.viewport(width, height)
    for (const theme of ['light', 'dark']) {
      await cdp().send('Emulation.setEmulatedMedia', {
        features: [{ name: 'prefers-color-scheme', value: theme }],
      })
      await settled()
      faults.push(...(await faultsNow()).map((fault) => `${theme}, ${String(width)}: ${fault}`))
    }
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

async function faultsNow(): Promise<string[]> {
  const { violations } = await axe.run(document, { resultTypes: ['violations'] })
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, help, nodes }) => `${id} (${help}): ${nodes.map(({ html }) => html).join(' | ')}`)
}
