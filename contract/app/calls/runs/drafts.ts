import { z } from 'zod'
import { call } from '../call.ts'

/** An unfinished form with its input as typed. Only the window knows its shape. */
const draft = z.object({ id: z.string().min(1).max(100), form: z.json(), savedAt: z.iso.datetime() })
export type Draft = z.infer<typeof draft>

export const draftCalls = {
  'drafts.list': call({}, z.array(draft)),
  'drafts.save': call(draft.omit({ savedAt: true }).strict(), z.null()),
  'drafts.remove': call({ id: z.string() }, z.null()),
}
