import { z } from 'zod'

/** Maximum number of saved views, and maximum length of name and query in UTF-16 units. */
export const maxSavedViews = 100
export const maxViewNameLength = 100
const maxViewQueryLength = 10_000

/** A named view of the library: the parameters of its address. Only the window interprets them. */
export const savedView = z.object({
  id: z.uuid(),
  name: z
    .string()
    .trim()
    .min(1, 'Enter a name.')
    .max(maxViewNameLength, `Must be at most ${maxViewNameLength} characters long.`),
  query: z.string().max(maxViewQueryLength, 'This view is too large to save. Remove some filters.'),
})
export type SavedView = z.infer<typeof savedView>
