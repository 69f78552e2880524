/** Maximum time before a change is saved, in milliseconds. */
export const autosaveDelayMs = 250

export interface Autosave {
  /** Schedules a save after a change. */
  touch: () => void
  /** Saves pending changes now, because the window is closing. */
  flush: () => void
  /** Discards pending changes, because the draft no longer exists. */
  cancel: () => void
  /** Returns whether there are changes that are not being saved yet. */
  waits: () => boolean
}

/** Saves a fixed time after the first unsaved change, so that continuous typing is saved regularly too. */
export function createAutosave(save: () => void): Autosave {
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
    touch: () => {
      timer ??= setTimeout(flush, autosaveDelayMs)
    },
    flush,
    cancel,
    waits: () => timer !== null,
  }
}
