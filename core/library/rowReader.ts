import type { ColumnKind, ColumnValues } from '../../contract/app/library/columns/columnTypes.ts'
import { checkOutcomes } from '../../contract/app/link/check.ts'
import { parseEnvironment } from '../../contract/service/api/headers.ts'
import { byName, namesOf } from '../../contract/service/link/fields.ts'
import { recordStates } from '../../contract/app/link/record.ts'
import { parseTexts } from './tags.ts'

type Row = Readonly<Record<string, unknown>>

/** Returns a function that reads a row's columns. It throws for a value of an unexpected type. */
export function createRowReader<C extends Readonly<Record<string, ColumnKind>>>(
  columns: C,
): (row: Row) => { [N in keyof C & string]: ColumnValues[C[N]] } {
  const names = namesOf(columns)
  return (row) =>
    byName(names, (name) => readers[columns[name] ?? 'text'](row[name])) as {
      [N in keyof C & string]: ColumnValues[C[N]]
    }
}

const readers: { [K in ColumnKind]: (value: unknown) => ColumnValues[K] } = {
  text: (value) => (typeof value === 'string' ? value : throwUnreadable()),
  textOrNull: (value) => (value === null || typeof value === 'string' ? value : throwUnreadable()),
  texts: (value) => (typeof value === 'string' ? parseTexts(value) : throwUnreadable()),
  integer: (value) => (typeof value === 'number' ? value : throwUnreadable()),
  integerOrNull: (value) => (value === null || typeof value === 'number' ? value : throwUnreadable()),
  flag: (value) => (typeof value === 'number' ? value === 1 : throwUnreadable()),
  state: (value) => recordStates.find((state) => state === value) ?? throwUnreadable(),
  environment: (value) => (typeof value === 'string' && parseEnvironment(value)) || throwUnreadable(),
  outcomeOrNull: (value) =>
    value === null ? null : (checkOutcomes.find((outcome) => outcome === value) ?? throwUnreadable()),
}

function throwUnreadable(): never {
  throw new TypeError('A stored row has a value of an unexpected type.')
}
