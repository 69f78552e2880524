/** Maximum time before a change is saved, in milliseconds. */
export const autosaveDelayMs = 250

/** Saves a fixed time after the first unsaved change, so that continuous typing is saved regularly too. */
export function createAutosave(save: () => void) {
  let timer: ReturnType<typeof setTimeout> | null = null
  const cancel = () => {
    if (timer !== null) clearTimeout(timer)
    timer = null
  }
  const flush = () => {
    if (timer === null) return
    cancel()
    save()
  }
  return {
    /** Schedules a save after a change. */
    touch: () => {
      timer ??= setTimeout(flush, autosaveDelayMs)
    },
    /** Saves pending changes now, because the window is closing. */
    flush,
    /** Discards pending changes, because the draft no longer exists. */
    cancel,
    /** Returns whether there are changes that are not being saved yet. */
    waits: () => timer !== null,
  }
}
