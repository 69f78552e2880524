import { z } from 'zod'
import { listLayout } from '../library/layout.ts'

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

/** How *Links* is looked at: views that have a name, and the look of the list. */
export const viewCalls = {
  /** By name. */
  'views.list': { input: z.strictObject({}), output: z.array(savedView) },
  /** Adds a view, or gives the one with this id another name or other parameters. */
  'views.save': { input: savedView.strict(), output: z.null() },
  'views.remove': { input: z.strictObject({ id: z.uuid() }), output: z.null() },
  'views.layout': { input: z.strictObject({}), output: listLayout },
  'views.setLayout': { input: listLayout, output: z.null() },
}
