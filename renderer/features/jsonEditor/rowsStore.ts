import { removeRow, parseRows, rowsText } from './rowsState.ts'
import type { RowsState } from './rowsState.ts'
import type { Path } from './tree.ts'

/** The rows of a text at work, outside of React: the state that an edit changes is always the latest one. */
export interface RowsStore {
  /** The rows of `text`: the ones at work if the text is theirs, else read anew; `null` if it cannot be read as rows. */
  read: (text: string) => RowsState | null
  edit: (change: (state: RowsState) => RowsState) => void
  /** Takes a row away; what it is called goes with the news of it. */
  remove: (path: Path, label: string) => void
}

/** A row that was taken away: the text with it and without it. */
export interface RemovedRow {
  label: string
  before: string
  after: string
}

/** Starts with nothing; `write` is handed the text after every edit, `removed` every row that is taken away. */
export function createRowsStore(
  write: (text: string) => void,
  removed: (row: RemovedRow) => void = () => undefined,
): RowsStore {
  let state: RowsState | null = null
  return {
    read: (text) => {
      if (!state || rowsText(state) !== text) state = parseRows(text)
      return state
    },
    edit: (change) => {
      if (!state) return
      state = change(state)
      write(rowsText(state))
    },
    remove: (path, label) => {
      if (!state) return
      const before = rowsText(state)
      state = removeRow(state, path)
      write(rowsText(state))
      removed({ label, before, after: rowsText(state) })
    },
  }
}
