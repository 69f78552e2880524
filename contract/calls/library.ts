import { z } from 'zod'

/** A whole copy of the library that the app has made. */
export const backup = z.object({ name: z.string(), madeAt: z.iso.datetime(), links: z.int() })
export type Backup = z.infer<typeof backup>

export const libraryCalls = {
  /** The sound backups, newest first, and how many links each would add. */
  'library.backups': {
    input: z.strictObject({}),
    output: z.array(backup.extend({ adds: z.int() })),
  },
  /** Adds what a backup holds and the library does not; nothing that is there is changed. */
  'library.restore': {
    input: z.strictObject({ backup: z.string().max(200) }),
    output: z.object({ links: z.int() }),
  },
}
