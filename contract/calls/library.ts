import { z } from 'zod'

/** A whole copy of the library that the app has made. */
export const backup = z.object({ name: z.string(), madeAt: z.iso.datetime(), links: z.int() })
export type Backup = z.infer<typeof backup>

/** What restoring a backup would add, with a look at its newest links that are missing. */
export const backupPreview = z.object({
  links: z.int(),
  drafts: z.int(),
  presets: z.int(),
  views: z.int(),
  runs: z.int(),
  newest: z.array(
    z.object({
      id: z.string(),
      title: z.string().nullable(),
      link: z.string().nullable(),
      createdAt: z.iso.datetime(),
    }),
  ),
})
export type BackupPreview = z.infer<typeof backupPreview>

const backupInput = z.strictObject({ backup: z.string().max(200) })

export const libraryCalls = {
  /** The sound backups, newest first, and how many links each would add. */
  'library.backups': {
    input: z.strictObject({}),
    output: z.array(backup.extend({ adds: z.int() })),
  },
  /** What a backup holds and the library does not. */
  'library.preview': { input: backupInput, output: backupPreview },
  /**
   * Adds what a backup holds and the library does not; nothing that is there is changed. It is listed by `jobs.list` meanwhile,
   * and answers how many links there were when it is cancelled there.
   */
  'library.restore': { input: backupInput, output: z.object({ links: z.int() }) },
  /** Makes a backup now, listed by `jobs.list` meanwhile. There is none of a library without links, or when it is cancelled there. */
  'library.backUp': {
    input: z.strictObject({}),
    output: z.object({ backup: backup.nullable(), cancelled: z.boolean() }),
  },
}
