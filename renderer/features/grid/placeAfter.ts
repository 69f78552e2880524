interface Places {
  current: number
  count: number
  /** So many rows are seen at once. */
  pageRows: number
}

/** Where a key leads from a row, as in a grid of WAI-ARIA; `null` for a key that leads nowhere. */
export function placeAfter({ key }: { key: string }, { current, count, pageRows }: Places): number | null {
  switch (key) {
    case 'ArrowDown':
      return Math.min(current + 1, count - 1)
    case 'ArrowUp':
      return Math.max(current - 1, 0)
    case 'PageDown':
      return Math.min(current + pageRows, count - 1)
    case 'PageUp':
      return Math.max(current - pageRows, 0)
    case 'Home':
      return 0
    case 'End':
      return count - 1
    default:
      return null
  }
}
