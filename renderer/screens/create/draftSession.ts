import { createAutosave } from '../../api/autosave.ts'
import { isBlank, type DraftForm } from '../../link/draft.ts'
import { createFormStore, type FormStore } from '../../link/formStore.ts'

export type DraftState = 'untouched' | 'saving' | 'saved' | 'failed'

/** Storage of drafts. */
export interface DraftKeeper {
  /** Resolves with whether it succeeded. */
  save: (form: DraftForm) => Promise<boolean>
  remove: () => void
}

/** An open draft: its form, the intent of its create, and its autosave. Lives outside React. */
export interface DraftSession {
  store: FormStore
  /** Returns the id of the current create; `null` before the first attempt. */
  intent: () => string | null
  setIntent: (intent: string | null) => void
  state: () => DraftState
  onState: (listener: () => void) => () => void
  /** Saves pending changes now, because the window is closing. */
  flush: () => void
  /** Retries a failed save. */
  retry: () => void
  /** Deletes the draft, because its link was created. */
  discard: () => void
}

/** Starts saving a draft: shortly after every change of its form, and immediately when its intent changes. */
export function createDraftSession(initial: DraftForm, keeper: DraftKeeper): DraftSession {
  const store = createFormStore(initial.values)
  const listeners = new Set<() => void>()
  let { intent } = initial
  let state: DraftState = 'untouched'
  let discarded = false
  let saves = 0

  const become = (next: DraftState) => {
    state = next
    for (const listener of listeners) listener()
  }
  const save = async () => {
    const count = ++saves
    const form = { values: store.get(), intent }
    if (isBlank(form.values) && intent === null) {
      keeper.remove()
      become('untouched')
      return
    }
    const worked = await keeper.save(form)
    if (count !== saves) return
    if (!worked) become('failed')
    // Newer input is not saved yet; its own save will report it.
    else if (!autosave.waits()) become('saved')
  }
  const autosave = createAutosave(() => void save())
  store.subscribe(() => {
    discarded = false
    if (state !== 'saving') become('saving')
    autosave.touch()
  })
  return {
    store,
    intent: () => intent,
    setIntent: (next) => {
      intent = next
      autosave.cancel()
      if (!discarded) void save()
    },
    state: () => state,
    onState: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    flush: autosave.flush,
    retry: () => {
      if (state === 'failed' && !discarded) void save()
    },
    discard: () => {
      discarded = true
      autosave.cancel()
      keeper.remove()
    },
  }
}
