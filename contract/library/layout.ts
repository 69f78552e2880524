import { z } from 'zod'

/** Optional columns of a list of links, in order. */
export const columnNames = [
  'destination',
  'channel',
  'campaign',
  'tags',
  'state',
  'environment',
  'profile',
  'visits',
  'made',
  'created',
  'checked',
  'note',
] as const
export type ColumnName = (typeof columnNames)[number]

export const densities = ['comfortable', 'compact'] as const
export type Density = (typeof densities)[number]

/** Layout of lists of links on this computer. */
export const listLayout = z.strictObject({
  columns: z
    .array(z.enum(columnNames))
    .max(columnNames.length)
    .default([
      'destination',
      'channel',
      'campaign',
      'tags',
      'state',
      'environment',
      'profile',
      'visits',
      'made',
    ]),
  density: z.enum(densities).default('comfortable'),
})
export type ListLayout = z.output<typeof listLayout>

/** The layout before anyone changes it. */
export const defaultLayout: ListLayout = listLayout.parse({})
