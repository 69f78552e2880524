import { z } from 'zod'

/** A file that the window offers to save. */
export const textFile = z.object({ name: z.string(), text: z.string() })
export type TextFile = z.infer<typeof textFile>
