import { z } from 'zod'
import { sharedChange } from '../rules/sharedEntries.ts'
import { sharedFileLimits } from '../rules/sharedFile.ts'
import { textFile } from '../textFile.ts'

const ofProfile = z.strictObject({ profileId: z.string().min(1).max(100) })
const changes = z.array(sharedChange).min(1).max(2_000)

/** Sources of shared rules: a followed file, or the profile's service. */
const sourceKind = z.enum(['file', 'service'])
export type SourceKind = z.infer<typeof sourceKind>

/** A source of shared rules, and its differences from the app's own. */
const sharedSource = z.object({
  kind: sourceKind,
  /** The path of the file, or the name of the service. */
  where: z.string(),
  /** Whether its changes are applied without asking. */
  follows: z.boolean(),
  /** When it was last read successfully; `null` if never since the app started. */
  readAt: z.iso.datetime().nullable(),
  /** Why it can't be read. If there are errors, nothing is compared. */
  errors: z.array(z.string()),
  /** `isOffered`: the user hasn't decided on this state of the entry. */
  changes: z.array(z.intersection(sharedChange, z.object({ isOffered: z.boolean() }))),
})
export type SharedSource = z.infer<typeof sharedSource>

/** Rules, presets and saved views that teams share without accounts (`contract/rules/sharedFile.ts`). */
export const sharingCalls = {
  /**
   * Returns the content that a profile shares, as a file. `leftOut` lists presets and views that are meaningless on
   * other computers. With `errors`, the text is empty.
   */
  'sharing.export': {
    input: ofProfile,
    output: textFile.extend({ leftOut: z.array(z.string()), errors: z.array(z.string()) }),
  },
  /**
   * Compares a file with the app's own rules, presets and views. Changes nothing. `errors` lists the file's mistakes.
   */
  'sharing.compare': {
    input: ofProfile.extend({ text: z.string().max(2 * sharedFileLimits.bytes) }),
    output: z.object({ errors: z.array(z.string()), changes: z.array(sharedChange) }),
  },
  /**
   * Applies all changes or none. `undo` reverts them. `isCurrent` is false if an entry has changed since it was shown.
   * In that case, or with `errors`, nothing was changed.
   */
  'sharing.apply': {
    input: ofProfile.extend({
      changes,
      /** The source that offered them, which won't offer them again. */
      source: sourceKind.nullable(),
      /** Whether they revert earlier changes, which are then offered again. */
      isUndo: z.boolean().default(false),
    }),
    output: z.object({
      isCurrent: z.boolean(),
      undo: z.array(sharedChange),
      errors: z.array(z.string()),
    }),
  },
  /** Keeps the app's own entries. A source offers them again when it changes. */
  'sharing.keep': {
    input: ofProfile.extend({ changes, source: sourceKind, isUndo: z.boolean().default(false) }),
    output: z.null(),
  },
  /** Reads the sources of a profile. Empty if there are none. */
  'sharing.sources': { input: ofProfile, output: z.array(sharedSource) },
  /**
   * Turns applying changes of the service without asking on or off. Even then, only the user removes presets and views,
   * and the user's own changes stay until the service changes the same entry.
   */
  'sharing.followService': { input: ofProfile.extend({ follows: z.boolean() }), output: z.null() },
  /** Follows a file, or stops if `path` is `null`. `create`: writes a new file with everything that is shared. */
  'sharing.follow': {
    input: ofProfile.extend({
      path: z.string().trim().min(1, 'Enter the path of a file.').max(4_096).nullable(),
      create: z.boolean().default(false),
    }),
    output: z.object({ errors: z.array(z.string()), isMissing: z.boolean() }),
  },
  /**
   * Writes changes to the followed file. `isCurrent` is false if the file has changed; in that case, nothing was
   * written.
   */
  'sharing.write': {
    input: ofProfile.extend({ changes }),
    output: z.object({ isCurrent: z.boolean(), errors: z.array(z.string()) }),
  },
}
