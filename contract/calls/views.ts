import { z } from 'zod'
import { listLayout } from '../library/layout.ts'
import { savedView } from '../library/savedView.ts'

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
