/** How long the code that removed the focused element has to move the focus itself, in milliseconds. */
const settleMs = 50

/** Interval between checks of a disabled element, in milliseconds. */
const recheckMs = 200

/** How long to wait for a disabled element, in milliseconds: buttons are disabled while their action runs. */
const maxDisabledMs = 1_000

/**
 * Maximum number of remembered elements. Enough to tab through a long form in a dialog and still return to what opened
 * it.
 */
const maxVisited = 100

/** Selector for tab stops. A table's other rows and a radio group's other options are not among them. */
const tabStops =
  ':is(a[href], button, input, select, textarea, summary, [tabindex="0"]):not([tabindex="-1"], [type="radio"]:not(:checked))'

/** Selector for the main action of a step. When it disappears, the next step's main action gets the focus. */
const stepAction = '[data-step-action]'

/** Containers in which the focus stays if the focused element disappears. */
const focusContainers = 'main, #screen, [role="dialog"], [data-region]'

/** An element that had the focus, with its ancestors at that time, innermost first. */
interface Visit {
  element: HTMLElement
  groups: readonly Group[]
}

/** An ancestor of the focused element, and the element in it that precedes the focused one. */
interface Group {
  ancestor: Element
  previous: Element | null
}

/**
 * Keeps the focus in the window. If the focused element disappears, moves it to the nearest control, or from a dialog
 * to its opener. Returns it to an element that was disabled while it worked. Returns a stop function.
 */
export function keepFocus(): () => void {
  let visited: Visit[] = []
  let timer: ReturnType<typeof setTimeout> | undefined
  let isLost = false
  let waitUntil = 0
  // Has the focus until the main action of the next step is rendered, unless the user moves on.
  let stepFallback: Element | null = null

  const enter = ({ target }: FocusEvent) => {
    if (!(target instanceof HTMLElement)) return
    isLost = false
    const before = visited.filter(({ element }) => element !== target && element.isConnected)
    visited = [{ element: target, groups: groupsAround(target) }, ...before].slice(0, maxVisited)
  }
  const restore = () => {
    timer = undefined
    const [last, ...before] = visited
    if (!last || !hasNoFocus()) return
    if (isUsable(last.element)) {
      // The user clicked outside any control, unless the element was disabled until now.
      if (isLost) last.element.focus({ preventScroll: true })
      else visited = []
      return
    }
    if (isWorking(last.element) || (isDisabled(last.element) && Date.now() < waitUntil))
      timer = setTimeout(restore, recheckMs)
    else {
      const isStep = last.element.matches(stepAction)
      const step = isStep ? findStepAction() : null
      moveFocus(step ?? findNearest(last, before.map(({ element }) => element).filter(isUsable)))
      if (isStep && step === null) stepFallback = document.activeElement
    }
  }
  const focusNextStep = () => {
    if (stepFallback === null) return
    const step = document.activeElement === stepFallback ? findStepAction() : null
    moveFocus(step)
    if (document.activeElement !== stepFallback) stepFallback = null
  }
  const moveOn = (event: Event) => {
    if (!(event instanceof KeyboardEvent && event.repeat)) stepFallback = null
  }
  const check = () => {
    const [last] = visited
    focusNextStep()
    if (!last || !hasNoFocus()) return
    if (!isLost && !isUsable(last.element)) {
      isLost = true
      waitUntil = Date.now() + maxDisabledMs
    }
    timer ??= setTimeout(restore, settleMs)
  }
  const observer = new MutationObserver(check)
  observer.observe(document.body, { childList: true, subtree: true, attributeFilter: ['disabled'] })
  const listeners = new AbortController()
  const { signal } = listeners
  document.addEventListener('focusin', enter, { signal })
  document.addEventListener('focusout', check, { signal })
  document.addEventListener('pointerdown', moveOn, { signal })
  document.addEventListener('keydown', moveOn, { signal })
  return () => {
    clearTimeout(timer)
    observer.disconnect()
    listeners.abort()
  }
}

function hasNoFocus(): boolean {
  return document.activeElement === null || document.activeElement === document.body
}

function isUsable(element: HTMLElement): boolean {
  return element.isConnected && !isDisabled(element) && element.checkVisibility()
}

function isDisabled(element: HTMLElement): boolean {
  return element.isConnected && element.matches(':disabled')
}

/** Returns whether an element shows that its action is still running. */
function isWorking(element: HTMLElement): boolean {
  return element.isConnected && element.matches('[data-loading]')
}

/**
 * Returns the nearest tab stop in the innermost remaining ancestor: the one that replaced or follows the element, else
 * the one that had the focus before, else the first.
 */
function findNearest({ groups }: Visit, before: readonly HTMLElement[]): HTMLElement | null {
  const remaining = groups.filter(({ ancestor }) => ancestor.isConnected)
  const end = remaining.findIndex(({ ancestor }) => ancestor.matches(focusContainers))
  for (const { ancestor, previous } of remaining.slice(0, Math.max(end, 0))) {
    const stops = findTabStops(ancestor)
    const found =
      stops.find(createFollowsFilter(previous)) ??
      before.find((element) => ancestor.contains(element)) ??
      stops[0]
    if (found) return found
  }
  const part = remaining[end]?.ancestor
  if (part?.matches('[role="dialog"]')) return findTabStops(part)[0] ?? null
  return part ? document.getElementById('screen') : (before[0] ?? document.getElementById('screen'))
}

function findStepAction(): HTMLElement | null {
  return [...document.querySelectorAll<HTMLElement>(`#screen ${stepAction}`)].find(isUsable) ?? null
}

function findTabStops(group: Element): HTMLElement[] {
  return [...group.querySelectorAll<HTMLElement>(tabStops)].filter(isUsable)
}

/** Returns a filter for elements that follow `previous`. With `null`, every element passes. */
function createFollowsFilter(previous: Element | null): (element: Element) => boolean {
  if (previous === null) return () => true
  if (!previous.isConnected) return () => false
  return (element) =>
    !previous.contains(element) &&
    (previous.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0
}

/** Moves the focus. A key that is still held down must not activate the newly focused element. */
function moveFocus(element: HTMLElement | null): void {
  if (!element) return
  element.focus({ preventScroll: true })
  const blockRepeat = (event: KeyboardEvent) => event.repeat && event.preventDefault()
  const release = () => document.removeEventListener('keydown', blockRepeat, true)
  document.addEventListener('keydown', blockRepeat, true)
  document.addEventListener('keyup', release, { once: true, capture: true })
}

function groupsAround(element: Element): Group[] {
  const groups: Group[] = []
  for (let inner = element; inner.parentElement && inner !== document.body; inner = inner.parentElement)
    groups.push({ ancestor: inner.parentElement, previous: inner.previousElementSibling })
  return groups
}
