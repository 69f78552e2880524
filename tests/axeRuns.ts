import type { Result, RunOptions } from 'axe-core'
import type { TextStyle } from './textStyles.ts'

/** Off unless asked for: WCAG 2.2 AA 2.5.8, and the names that speech input goes by (2.5.3). */
const allRules: RunOptions = {
  rules: { 'target-size': { enabled: true }, 'label-content-name-mismatch': { enabled: true } },
}
/** What the colours of a theme can break; all else is the same in both. */
const colorRules: RunOptions = { runOnly: ['color-contrast', 'link-in-text-block'] }

/** What the width of text can break. */
const sizes: RunOptions = { runOnly: ['target-size'] }

interface AxeRun {
  size: { width: number; height: number }
  theme: 'light' | 'dark'
  run: RunOptions
  text: TextStyle
}

/**
 * How axe looks at a screen, in the whole app and at components: every rule at either size, since what is drawn differs,
 * every colour in either theme, and the size of
 * targets with wide and with narrow text.
 */
export const axeRuns: readonly AxeRun[] = [
  { size: { width: 1280, height: 800 }, theme: 'light', run: allRules, text: 'usual' },
  { size: { width: 1280, height: 800 }, theme: 'dark', run: colorRules, text: 'usual' },
  { size: { width: 900, height: 600 }, theme: 'dark', run: allRules, text: 'usual' },
  { size: { width: 900, height: 600 }, theme: 'dark', run: sizes, text: 'wide' },
  { size: { width: 900, height: 600 }, theme: 'dark', run: sizes, text: 'narrow' },
]

/** What of a result is needed here; the rest does not leave the page. */
type Violation = Pick<Result, 'id' | 'impact' | 'help'> & { nodes: { html: string; target: unknown }[] }

/** Returns what is serious or critical, or outside of every landmark: one line for each rule, with its elements. */
export function faultsIn(violations: Violation[], isCovered: (target: unknown) => boolean): string[] {
  return violations.flatMap(({ id, impact, help, nodes }) => {
    if (impact !== 'serious' && impact !== 'critical' && id !== 'region') return []
    const wrong = id === 'target-size' ? nodes.filter(({ target }) => !isCovered(target)) : nodes
    return wrong.length === 0 ? [] : [`${id} (${help}): ${wrong.map(({ html }) => html).join(' | ')}`]
  })
}

/**
 * Whether an open popup covers part of a target. Which part depends on the fonts, and it is free again when the popup closes,
 * but axe measures the part that is left. Runs in the page, and so uses nothing from outside.
 */
export function isUnderPopup(target: unknown): boolean {
  const element = document.querySelector(String(Array.isArray(target) ? target[0] : target))
  const box = element?.getBoundingClientRect()
  return [...document.querySelectorAll('[data-position]')].some((popup) => {
    const over = popup.getBoundingClientRect()
    return (
      box !== undefined &&
      !popup.contains(element) &&
      box.left < over.right &&
      over.left < box.right &&
      box.top < over.bottom &&
      over.top < box.bottom
    )
  })
}
