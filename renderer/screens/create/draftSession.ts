import { createAutosave } from './autosave.ts'
import { isBlank } from '../../link/draft.ts'
import type { DraftForm } from '../../link/draft.ts'
import { createFormStore } from '../../link/formStore.ts'
import type { FormStore } from '../../link/formStore.ts'

export type DraftState = 'untouched' | 'saving' | 'saved' | 'failed'

/** Where drafts are kept. */
export interface DraftKeeper {
  /** Answers whether it worked. */
  save: (form: DraftForm) => Promise<boolean>
  remove: () => void
}

/** One draft at work: its form, the intent of its create, and its keeping. It lives outside of React. */
export interface DraftSession {
  store: FormStore
  /** The id of the create in progress; `null` until one is asked for. */
  intent: () => string | null
  setIntent: (intent: string | null) => void
  state: () => DraftState
  onState: (listener: () => void) => () => void
  /** Save now what waits: the window is about to go. */
  flush: () => void
  /** Save again what could not be saved. */
  retry: () => void
  /** The link was made: nothing is left to keep. */
  discard: () => void
}

/** Starts keeping a draft: a moment after every change of its form, and at once when its intent changes. */
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
    // What was typed meanwhile is not saved yet; its own save will say so.
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
