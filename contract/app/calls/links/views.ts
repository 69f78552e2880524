import { z } from 'zod'
import { listLayout } from '../../library/layout.ts'
import { savedView } from '../../library/savedView.ts'

/** Saved views of *Links*, and the layout of the list. */
export const viewCalls = {
  /** Returns the saved views, sorted by name. */
  'views.list': { input: z.strictObject({}), output: z.array(savedView) },
  /** Adds a view, or changes the name and parameters of an existing one. */
  'views.save': { input: savedView.strict(), output: z.null() },
  'views.remove': { input: z.strictObject({ id: z.uuid() }), output: z.null() },
  'views.layout': { input: z.strictObject({}), output: listLayout },
  'views.setLayout': { input: listLayout, output: z.null() },
}
