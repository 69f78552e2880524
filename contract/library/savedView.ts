import { z } from 'zod'

/** More views are not kept, and no longer name or address, in UTF-16 units. */
export const mostSavedViews = 100
export const longestViewName = 100
export const longestViewQuery = 10_000

/** A view of the library under a name: the parameters of its address. What they mean is the window's affair. */
export const savedView = z.object({
  id: z.uuid(),
  name: z
    .string()
    .trim()
    .min(1, 'Enter a name.')
    .max(longestViewName, `Must be at most ${longestViewName} characters long.`),
  query: z.string().max(longestViewQuery, 'This view asks for too much to be saved. Take some filters away.'),
})
export type SavedView = z.infer<typeof savedView>
