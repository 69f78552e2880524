import { z } from 'zod'
import { columnNames } from './columns/columnLists.ts'
import { listColumns } from './columns/listColumns.ts'

const densities = ['comfortable', 'compact'] as const
export type Density = (typeof densities)[number]

/** Layout of lists of links on this computer. */
export const listLayout = z.strictObject({
  columns: z
    .array(z.enum(columnNames))
    .max(columnNames.length)
    .default(columnNames.filter((name) => listColumns[name].initial)),
  density: z.enum(densities).default('compact'),
})
export type ListLayout = z.output<typeof listLayout>

/** The default layout. */
export const defaultLayout: ListLayout = listLayout.parse({})
