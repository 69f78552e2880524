import type { Result, RunOptions } from 'axe-core'
import type { TextStyle } from './textStyles.ts'

/** Off by default in axe: WCAG 2.2 AA 2.5.8, and names for speech input (2.5.3). */
const allRules: RunOptions = {
  rules: { 'target-size': { enabled: true }, 'label-content-name-mismatch': { enabled: true } },
}
/** The rules that depend on a theme's colours or on the width of text. */
const colorAndSizeRules: RunOptions = { runOnly: ['color-contrast', 'link-in-text-block', 'target-size'] }

interface AxeRun {
  size: { width: number; height: number }
  theme: 'light' | 'dark'
  run: RunOptions
  text: TextStyle
}

/**
 * The axe runs for each screen and component. Together they check every rule at both sizes and in both themes, and
 * target sizes with all text widths. Each takes a quarter of a second, so a run varies several things at once.
 */
export const axeRuns: readonly AxeRun[] = [
  { size: { width: 1280, height: 800 }, theme: 'light', run: allRules, text: 'normal' },
  { size: { width: 1280, height: 800 }, theme: 'dark', run: colorAndSizeRules, text: 'narrow' },
  { size: { width: 900, height: 600 }, theme: 'dark', run: allRules, text: 'wide' },
]

/** The used part of a result; the rest does not leave the page. */
type Violation = Pick<Result, 'id' | 'impact' | 'help'> & { nodes: { html: string; target: unknown }[] }

/** Returns serious and critical violations, and content outside landmarks: one line per rule, with its elements. */
export function describeViolations(
  violations: Violation[],
  isCovered: (target: unknown) => boolean,
): string[] {
  return violations.flatMap(({ id, impact, help, nodes }) => {
    if (impact !== 'serious' && impact !== 'critical' && id !== 'region') return []
    const reportedNodes = id === 'target-size' ? nodes.filter(({ target }) => !isCovered(target)) : nodes
    return reportedNodes.length === 0
      ? []
      : [`${id} (${help}): ${reportedNodes.map(({ html }) => html).join(' | ')}`]
  })
}

/**
 * Returns whether an open popup, or a bar under which content scrolls, covers part of a target. axe measures only the
 * rest, which depends on fonts. Runs in the page, so it must be self-contained.
 */
export function isPartlyCovered(target: unknown): boolean {
  const element = document.querySelector(String(Array.isArray(target) ? target[0] : target))
  const box = element?.getBoundingClientRect()
  const bars = [...document.querySelectorAll('*')].filter(
    (one) => getComputedStyle(one).position === 'sticky',
  )
  return [...document.querySelectorAll('[data-position]'), ...bars].some((cover) => {
    const coverBox = cover.getBoundingClientRect()
    return (
      box !== undefined &&
      !cover.contains(element) &&
      box.left < coverBox.right &&
      coverBox.left < box.right &&
      box.top < coverBox.bottom &&
      coverBox.top < box.bottom
    )
  })
}
