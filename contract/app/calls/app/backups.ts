import { z } from 'zod'
import { call } from '../call.ts'

/** A full copy of the library made by the app. */
export const backup = z.object({ name: z.string(), madeAt: z.iso.datetime(), links: z.int() })
export type Backup = z.infer<typeof backup>

const listedBackup = backup.extend({ links: z.int().nullable(), adds: z.int().nullable() })
export type ListedBackup = z.infer<typeof listedBackup>

/** What restoring a backup would add, with a sample of the newest missing links. */
const backupPreview = z.object({
  links: z.int(),
  drafts: z.int(),
  presets: z.int(),
  views: z.int(),
  runs: z.int(),
  /** Number of profiles whose tracking rules it would add. */
  rules: z.int(),
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

export const backupCalls = {
  /**
   * Returns the backups that have links, newest first, with the number of links that each would add. Both counts are
   * `null` for an unreadable backup, which is damaged or from a newer version. The others are checked completely only by
   * `backups.preview` and `backups.restore`.
   */
  'backups.list': call({}, z.array(listedBackup)),
  /** Returns what restoring a backup would add to the library. */
  'backups.preview': call(backupInput, backupPreview),
  /**
   * Adds everything from a backup that the library doesn't have. Existing data stays unchanged. Listed by `jobs.list`
   * while it runs; if cancelled there, returns the number of links restored so far.
   */
  'backups.restore': call(backupInput, z.object({ links: z.int() })),
  /**
   * Makes a backup now. Listed by `jobs.list` while it runs. Returns `null` if the library has no links or
   * the job was cancelled.
   */
  'backups.make': call({}, z.object({ backup: backup.nullable(), cancelled: z.boolean() })),
}
