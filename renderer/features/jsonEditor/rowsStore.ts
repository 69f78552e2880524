import { rowsOf, textOf } from './rowsState.ts'
import type { RowsState } from './rowsState.ts'

/** The rows of a text at work, outside of React: the state that an edit changes is always the latest one. */
export interface RowsStore {
  /** The rows of `text`: the ones at work if the text is theirs, else read anew; `null` if it cannot be read as rows. */
  read: (text: string) => RowsState | null
  edit: (change: (state: RowsState) => RowsState) => void
}

/** Starts with nothing; `write` is handed the text after every edit. */
export function createRowsStore(write: (text: string) => void): RowsStore {
  let state: RowsState | null = null
  return {
    read: (text) => {
      if (!state || textOf(state) !== text) state = rowsOf(text)
      return state
    },
    edit: (change) => {
      if (!state) return
      state = change(state)
      write(textOf(state))
    },
  }
}
