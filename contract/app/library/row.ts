import { z } from 'zod'
import { checkOutcome } from '../link/check.ts'
import { environment } from '../../service/api/environment.ts'
import { byName } from '../../service/link/fields.ts'
import { recordState } from '../link/record.ts'
import { rowColumns, rowKinds, type ColumnValue, type RowColumn } from './columns/columnLists.ts'
import type { ColumnKind, ColumnValues } from './columns/columnTypes.ts'

/** Maximum length of a note, in UTF-16 units. */
export const maxNoteLength = 10_000

const schemas: { [K in ColumnKind]: z.ZodType<ColumnValues[K]> } = {
  text: z.string(),
  textOrNull: z.string().nullable(),
  texts: z.array(z.string()),
  integer: z.int(),
  integerOrNull: z.int().nullable(),
  flag: z.boolean(),
  state: recordState,
  environment,
  outcomeOrNull: checkOutcome.nullable(),
}

/** A link as shown in a list, without its request and response. */
export type LibraryRow = { [N in RowColumn]: ColumnValue<N> }
export const libraryRow = z.object(
  byName(rowColumns, (name) => schemas[rowKinds[name]]),
) as unknown as z.ZodType<LibraryRow>
