import { z } from 'zod'

/** What a list of links can show beside a link's title and address, in the order of its columns. */
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
  'checked',
  'note',
] as const
export type ColumnName = (typeof columnNames)[number]

export const densities = ['comfortable', 'compact'] as const
export type Density = (typeof densities)[number]

/** How lists of links look on this computer. */
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

/** What is shown before anybody has chosen. */
export const defaultLayout: ListLayout = listLayout.parse({})
