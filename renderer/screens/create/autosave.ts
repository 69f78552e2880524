/** Longest time that a keystroke stays only in the window, in milliseconds. */
export const autosaveDelayMs = 250

export interface Autosave {
  /** Something changed: save soon. */
  touch: () => void
  /** Save now, if anything waits: the window is about to go. */
  flush: () => void
  /** Forget what waits: it is no draft any more. */
  cancel: () => void
  /** Whether something has changed that is not being saved yet. */
  waits: () => boolean
}

/** Saves a little after the first of several changes, so that steady typing is saved all along and not only at its end. */
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
