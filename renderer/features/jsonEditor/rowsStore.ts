import { removeRow, parseRows, rowsText, type RowsState } from './rowsState.ts'
import type { Path } from './tree.ts'

/** Holds the rows of a text outside React, so that each edit applies to the latest state. */
export type RowsStore = ReturnType<typeof createRowsStore>

/** A removed row, with the text before and after. */
export interface RemovedRow {
  label: string
  before: string
  after: string
}

/** Creates an empty store. `write` receives the text after every edit, `removed` every removed row. */
export function createRowsStore(
  write: (text: string) => void,
  removed: (row: RemovedRow) => void = () => undefined,
) {
  let state: RowsState | null = null
  return {
    /**
     * Returns the rows of `text`: the current ones if they match, else newly parsed; `null` if it can't be shown as rows.
     */
    read: (text: string) => {
      if (!state || rowsText(state) !== text) state = parseRows(text)
      return state
    },
    edit: (change: (state: RowsState) => RowsState) => {
      if (!state) return
      state = change(state)
      write(rowsText(state))
    },
    /** Removes a row. The callback receives its label. */
    remove: (path: Path, label: string) => {
      if (!state) return
      const before = rowsText(state)
      state = removeRow(state, path)
      write(rowsText(state))
      removed({ label, before, after: rowsText(state) })
    },
  }
}
