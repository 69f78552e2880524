/** Selector for the parts of the window: marked regions, and the screen's tables. */
const regionSelector = '[data-region], #screen [role="grid"]'

/** Moves the focus to the next (`1`) or previous (`-1`) part of the window, wrapping at the ends. */
export function focusRegion(step: 1 | -1): void {
  const regions = [...document.querySelectorAll<HTMLElement>(regionSelector)]
  const active = document.activeElement
  // The innermost: a table is inside its screen.
  const current = regions.findLastIndex((region) => region.contains(active))
  const start = current < 0 && step < 0 ? 0 : current
  for (let count = 1; count <= regions.length; count += 1) {
    const region = regions.at((start + step * count) % regions.length)
    if (region && focusInside(region)) return
  }
}

/** In a table, the current row or cell is the only tab stop. In other parts, the first tab stop gets the focus. */
function focusInside(region: HTMLElement): boolean {
  const isTable = region.role === 'grid'
  const inner = isTable
    ? region.querySelector<HTMLElement>(
        ':is([role="row"], [role="gridcell"], [role="rowheader"])[tabindex="0"]',
      )
    : region.hasAttribute('tabindex')
      ? region
      : region.querySelector<HTMLElement>('a[href], button:not([disabled]), [tabindex="0"]')
  inner?.focus()
  return inner !== null && inner === document.activeElement
}
