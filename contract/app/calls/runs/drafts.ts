import { z } from 'zod'

/** An unfinished form with its input as typed. Only the window knows its shape. */
const draft = z.object({ id: z.string().min(1).max(100), form: z.json(), savedAt: z.iso.datetime() })
export type Draft = z.infer<typeof draft>

export const draftCalls = {
  'drafts.list': { input: z.strictObject({}), output: z.array(draft) },
  'drafts.save': { input: draft.omit({ savedAt: true }).strict(), output: z.null() },
  'drafts.remove': { input: z.strictObject({ id: z.string() }), output: z.null() },
}
