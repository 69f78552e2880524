import { z } from 'zod'
import { viewName, viewQuery } from '../../service/rules/viewLimits.ts'

/** A named view of the library. */
export const savedView = z.object({ id: z.uuid(), name: viewName, query: viewQuery })
export type SavedView = z.infer<typeof savedView>
