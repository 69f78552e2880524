import { z } from 'zod'

/** More views are not kept, and no longer name or address, in UTF-16 units. */
export const maxSavedViews = 100
export const maxViewNameLength = 100
export const maxViewQueryLength = 10_000

/** A view of the library under a name: the parameters of its address. What they mean is the window's affair. */
export const savedView = z.object({
  id: z.uuid(),
  name: z
    .string()
    .trim()
    .min(1, 'Enter a name.')
    .max(maxViewNameLength, `Must be at most ${maxViewNameLength} characters long.`),
  query: z
    .string()
    .max(maxViewQueryLength, 'This view asks for too much to be saved. Take some filters away.'),
})
export type SavedView = z.infer<typeof savedView>
