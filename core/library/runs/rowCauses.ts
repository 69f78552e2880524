import type { RowWarning } from '../../../contract/app/runs/run.ts'
import { parseWarnings, type StoredRow } from './storedRow.ts'

/** SQL for the rows whose problems are shown. Those of rows that are left out, or exist, need no decision. */
export const rowsWithProblems = `state IN ('ready', 'faulty') AND (errors <> '[]' OR warnings <> '[]')`

/**
 * SQL for the rows with warnings that are counted: those that a check groups by cause, and all of a change run, which has no
 * groups.
 */
export const rowsWithWarnings = `warnings <> '[]' AND (state IN ('ready', 'faulty') OR target IS NOT NULL)`

/** Returns the key of a message's cause. Messages that differ only in what they quote have the same cause. */
export function causeKey(text: string, isError: boolean): string {
  const cause = text
    .slice(0, 1_000)
    .replace(/“[^”]*”/g, '“”')
    .replace(/https?:\/\/\w\S*/g, '…')
    .replace(/(utm_\w+)=.*?(?=\. |, so |$)/g, '$1')
    .replace(/\{\{.*/s, '{{')
    .replace(/counts as [^.“]+\./, 'counts as')
    .replace(/\d+/g, '0')
  return `${isError ? 'error' : 'warning'} ${cause.slice(0, 200)}`
}

/** Returns the keys of everything that is wrong with a row. */
export function causesOfRow({ errors, warnings }: Pick<StoredRow, 'errors' | 'warnings'>): Set<string> {
  return new Set(messagesOfRow({ errors, warnings }).map(({ key }) => key))
}

/** Returns the stored messages of a row with the keys of their causes. */
export function messagesOfRow({ errors, warnings }: Pick<StoredRow, 'errors' | 'warnings'>): Message[] {
  return listMessages(parseWarnings(errors), parseWarnings(warnings))
}

/** An error or warning of a row, with the key of its cause. */
export interface Message extends RowWarning {
  key: string
  isError: boolean
}

/** Returns the messages of a row with the keys of their causes. */
export function listMessages(errors: readonly RowWarning[], warnings: readonly RowWarning[]): Message[] {
  const toMessage = (isError: boolean) => (warning: RowWarning) => ({
    ...warning,
    isError,
    key: causeKey(warning.text, isError),
  })
  return [...errors.map(toMessage(true)), ...warnings.map(toMessage(false))]
}
