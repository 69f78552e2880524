/** One version of a link, on its service or in the library. */
export interface HistoryItem {
  key: string
  /** `null` for the version before the first known change. */
  at: string | null
  lines: string[]
  /** `null` for the current version. `label` is the button's accessible name. */
  restore: { label: string; run: () => void } | null
}
