import { createAutosave } from '../../api/autosave.ts'
import { isBlank, type DraftForm } from '../../link/draft.ts'
import { createFormStore } from '../../link/formStore.ts'
import { createStore } from '../../ui/createStore.ts'

export type DraftState = 'untouched' | 'saving' | 'saved' | 'failed'

export interface DraftKeeper {
  /** Resolves with whether it succeeded. */
  save: (form: DraftForm) => Promise<boolean>
  remove: () => void
}

/** An open draft: its form, the intent of its create, and its autosave. Lives outside React. */
export type DraftSession = ReturnType<typeof createDraftSession>

/** Starts saving a draft: shortly after every change of its form, and immediately when its intent changes. */
export function createDraftSession(initial: DraftForm, keeper: DraftKeeper) {
  const store = createFormStore(initial.values)
  let { intent } = initial
  const state = createStore<DraftState>('untouched')
  let discarded = false
  let saves = 0

  const save = async () => {
    const count = ++saves
    const form = { values: store.get(), intent }
    if (isBlank(form.values) && intent === null) {
      keeper.remove()
      state.set('untouched')
      return
    }
    const worked = await keeper.save(form)
    if (count !== saves) return
    if (!worked) state.set('failed')
    // Newer input is not saved yet; its own save will report it.
    else if (!autosave.waits()) state.set('saved')
  }
  const autosave = createAutosave(() => void save())
  store.subscribe(() => {
    discarded = false
    state.set('saving')
    autosave.touch()
  })
  return {
    store,
    /** Returns the id of the current create; `null` before the first attempt. */
    intent: () => intent,
    setIntent: (next: string | null) => {
      intent = next
      autosave.cancel()
      if (!discarded) void save()
    },
    state,
    /** Saves pending changes now, because the window is closing. */
    flush: autosave.flush,
    /** Retries a failed save. */
    retry: () => {
      if (state.get() === 'failed' && !discarded) void save()
    },
    /** Deletes the draft, because its link was created. */
    discard: () => {
      discarded = true
      autosave.cancel()
      keeper.remove()
    },
  }
}
