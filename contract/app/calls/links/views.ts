import { z } from 'zod'
import { call } from '../call.ts'
import { listLayout } from '../../library/layout.ts'
import { savedView } from '../../library/savedView.ts'

/** Saved views of *Links*, and the layout of the list. */
export const viewCalls = {
  /** Returns the saved views, sorted by name. */
  'views.list': call({}, z.array(savedView)),
  /** Adds a view, or changes the name and parameters of an existing one. */
  'views.save': call(savedView.strict(), z.null()),
  'views.remove': call({ id: z.uuid() }, z.null()),
  'views.layout': call({}, listLayout),
  'views.setLayout': call(listLayout, z.null()),
}
