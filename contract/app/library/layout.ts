import { z } from 'zod'
import { ruleLimits } from '../../service/rules/words.ts'
import { columnName, columnNames } from './columns/columnLists.ts'
import { listColumns, type ColumnName } from './columns/listColumns.ts'

const densities = ['comfortable', 'compact'] as const
export type Density = (typeof densities)[number]

/** Limits of a column's width, in pixels. */
const columnWidths = { min: 48, max: 900 } as const

/** Returns the nearest width that a column can have, in whole pixels. */
export function clampWidth(width: number): number {
  return Math.round(Math.max(columnWidths.min, Math.min(width, columnWidths.max)))
}

/** Columns whose width can be chosen: all, and the title. */
export type SizedColumn = ColumnName | 'title'

/** Layout of lists of links on this computer. */
export const listLayout = z.strictObject({
  /** In the order in which they are shown. */
  columns: z
    .array(columnName)
    .max(columnNames.length + ruleLimits.parameters)
    .default(columnNames.filter((name) => 'initial' in listColumns[name])),
  density: z.enum(densities).default('compact'),
  /** The chosen widths in pixels. The others depend on the window's. */
  widths: z
    .partialRecord(
      z.union([z.literal('title'), columnName]),
      z.int().min(columnWidths.min).max(columnWidths.max),
    )
    .default({}),
})
export type ListLayout = z.output<typeof listLayout>

export const defaultLayout: ListLayout = listLayout.parse({})
