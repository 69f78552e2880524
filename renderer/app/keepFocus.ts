/** Milliseconds in which the code that removed the focused element may move the focus itself. */
const settleMs = 50

/** Maximum number of elements that are remembered as focused before. */
const maxVisited = 20

/** What may get the focus by Tab. A table's other rows and a hidden control are no tab stops. */
const tabStops =
  ':is(a[href], button, input, select, textarea, summary, [tabindex="0"]):not([tabindex="-1"], :disabled)'

/** Parts in which the focus stays if the focused element disappears. */
const parts = 'main, #screen, [role="dialog"], [data-region]'

/** An element that had the focus, with its ancestors at that time, innermost first. */
interface Visit {
  element: HTMLElement
  ancestors: readonly Element[]
}

/**
 * Keeps the keyboard's place in the window. If the focused element disappears, the focus moves to the nearest control,
 * or from a dialog to what opened it. If the element is disabled while it works, it gets the focus back. Returns a
 * function that stops it.
 */
export function keepFocus(): () => void {
  let visited: Visit[] = []
  let timer: ReturnType<typeof setTimeout> | undefined
  let isLost = false

  const enter = ({ target }: FocusEvent) => {
    if (!(target instanceof HTMLElement)) return
    isLost = false
    const before = visited.filter(({ element }) => element !== target && element.isConnected)
    visited = [{ element: target, ancestors: ancestorsOf(target) }, ...before].slice(0, maxVisited)
  }
  const restore = () => {
    timer = undefined
    const [last, ...before] = visited
    if (!last || !isNowhere()) return
    if (isUsable(last.element)) {
      // The person clicked beside every control, unless it was disabled until now.
      if (isLost) last.element.focus({ preventScroll: true })
      else visited = []
      return
    }
    if (isWorking(last.element)) return
    moveFocus(findNearest(last, before.map(({ element }) => element).filter(isUsable)))
  }
  const check = () => {
    const [last] = visited
    if (!last || !isNowhere()) return
    isLost ||= !isUsable(last.element)
    timer ??= setTimeout(restore, settleMs)
  }
  const observer = new MutationObserver(check)
  observer.observe(document.body, { childList: true, subtree: true, attributeFilter: ['disabled'] })
  document.addEventListener('focusin', enter)
  document.addEventListener('focusout', check)
  return () => {
    clearTimeout(timer)
    observer.disconnect()
    document.removeEventListener('focusin', enter)
    document.removeEventListener('focusout', check)
  }
}

function isNowhere(): boolean {
  return document.activeElement === null || document.activeElement === document.body
}

function isUsable(element: HTMLElement): boolean {
  return element.isConnected && !element.matches(':disabled') && element.checkVisibility()
}

/** Returns whether an element is disabled only until its action has ended. */
function isWorking(element: HTMLElement): boolean {
  return element.isConnected && element.matches('[data-loading]')
}

/** Returns what is closest: in the innermost part that is left, what was focused before, otherwise its first control. */
function findNearest({ ancestors }: Visit, before: readonly HTMLElement[]): HTMLElement | null {
  const left = ancestors.filter((ancestor) => ancestor.isConnected)
  const end = left.findIndex((ancestor) => ancestor.matches(parts))
  for (const group of left.slice(0, Math.max(end, 0))) {
    const found = before.find((element) => group.contains(element)) ?? findTabStop(group)
    if (found) return found
  }
  const part = left[end]
  if (part?.matches('[role="dialog"]')) return findTabStop(part)
  return part ? document.getElementById('screen') : (before[0] ?? document.getElementById('screen'))
}

function findTabStop(group: Element): HTMLElement | null {
  return [...group.querySelectorAll<HTMLElement>(tabStops)].find(isUsable) ?? null
}

/** A key that is still held must not press what gets the focus. */
function moveFocus(element: HTMLElement | null): void {
  if (!element) return
  element.focus({ preventScroll: true })
  const hold = (event: KeyboardEvent) => event.repeat && event.preventDefault()
  const release = () => document.removeEventListener('keydown', hold, true)
  document.addEventListener('keydown', hold, true)
  document.addEventListener('keyup', release, { once: true, capture: true })
}

function ancestorsOf(element: Element): Element[] {
  const found: Element[] = []
  for (let parent = element.parentElement; parent && parent !== document.body; parent = parent.parentElement)
    found.push(parent)
  return found
}
