import axe from 'axe-core'
import type { RunOptions } from 'axe-core'
import type { Page } from 'playwright'

/** A serious or critical fault, or content outside of every landmark, in one line: where it was seen, the rule, and the elements. */
export type AxeFault = string

/** Off unless asked for: WCAG 2.2 AA 2.5.8, and the names that speech input goes by (2.5.3). */
const everything: RunOptions = {
  rules: { 'target-size': { enabled: true }, 'label-content-name-mismatch': { enabled: true } },
}
/** What the colours of a theme can break; all else is the same in both. */
const colours: RunOptions = { runOnly: ['color-contrast', 'link-in-text-block'] }
/** Every rule at either size, since what is drawn differs, and every colour in either theme: a look costs a fifth of a second. */
const looks = [
  { size: { width: 1280, height: 800 }, theme: 'light', run: everything },
  { size: { width: 1280, height: 800 }, theme: 'dark', run: colours },
  { size: { width: 900, height: 600 }, theme: 'dark', run: everything },
] as const

/**
 * What axe finds serious or critical on the screen as it stands, in both themes and at both sizes. The window must follow
 * the system's theme for that.
 */
export async function axeFaults(page: Page, screen: string): Promise<AxeFault[]> {
  const faults: AxeFault[] = []
  for (const { size, theme, run } of looks) {
    await page.setViewportSize(size)
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
    await settled(page)
    const found = await faultsNow(page, run)
    faults.push(...found.map((fault) => `${screen}, ${theme}, ${size.width}: ${fault}`))
  }
  return faults
}

/** Waits for every transition: a colour half way to another has no contrast of its own. */
async function settled(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted)))
    await Promise.all(document.getAnimations().map((animation) => animation.finished.catch(() => undefined)))
  })
}

async function faultsNow(page: Page, run: RunOptions): Promise<string[]> {
  // As a value and not as a script: the page's policy allows no script from elsewhere.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe.source)
  return await page.evaluate(async (options) => {
    const { violations } = await (globalThis as unknown as { axe: typeof axe }).axe.run(document, {
      resultTypes: ['violations'],
      ...options,
    })
    return violations
      .filter(({ id, impact }) => impact === 'serious' || impact === 'critical' || id === 'region')
      .map(({ id, help, nodes }) => `${id} (${help}): ${nodes.map(({ html }) => html).join(' | ')}`)
  }, run)
}
