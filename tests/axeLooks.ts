import type { RunOptions } from 'axe-core'

/** Off unless asked for: WCAG 2.2 AA 2.5.8, and the names that speech input goes by (2.5.3). */
const everything: RunOptions = {
  rules: { 'target-size': { enabled: true }, 'label-content-name-mismatch': { enabled: true } },
}
/** What the colours of a theme can break; all else is the same in both. */
const colours: RunOptions = { runOnly: ['color-contrast', 'link-in-text-block'] }

interface Look {
  size: { width: number; height: number }
  theme: 'light' | 'dark'
  run: RunOptions
}

/**
 * How axe looks at a screen, in the whole app and at components: every rule at either size, since what is drawn differs,
 * and every colour in either theme.
 */
export const looks: readonly Look[] = [
  { size: { width: 1280, height: 800 }, theme: 'light', run: everything },
  { size: { width: 1280, height: 800 }, theme: 'dark', run: colours },
  { size: { width: 900, height: 600 }, theme: 'dark', run: everything },
]
