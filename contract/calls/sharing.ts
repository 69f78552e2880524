import { z } from 'zod'
import { sharedChange } from '../rules/sharedEntries.ts'
import { sharedFileLimits } from '../rules/sharedFile.ts'
import { textFile } from '../textFile.ts'

const ofProfile = z.strictObject({ profileId: z.string().min(1).max(100) })
const changes = z.array(sharedChange).min(1).max(2_000)

/** Where shared rules come from: a followed file, or the profile's service. */
export const sourceKind = z.enum(['file', 'service'])
export type SourceKind = z.infer<typeof sourceKind>

/** A source of shared rules, and how it differs from what the app has. */
export const sharedSource = z.object({
  kind: sourceKind,
  /** The path of the file, or the name of the service. */
  where: z.string(),
  /** Whether its changes are taken without asking. */
  follows: z.boolean(),
  /** When it was last read successfully; `null` if never since the start. */
  readAt: z.iso.datetime().nullable(),
  /** Why it can't be read now. Nothing is compared then. */
  errors: z.array(z.string()),
  /** `isOffered`: the person hasn't decided on this state of the entry. */
  changes: z.array(z.intersection(sharedChange, z.object({ isOffered: z.boolean() }))),
})
export type SharedSource = z.infer<typeof sharedSource>

/** Rules, presets and saved views that people share without accounts (`contract/rules/sharedFile.ts`). */
export const sharingCalls = {
  /**
   * Returns what the profile shares as a file. `leftOut` names presets and views that mean nothing elsewhere. With
   * `errors`, the text is empty.
   */
  'sharing.export': {
    input: ofProfile,
    output: textFile.extend({ leftOut: z.array(z.string()), errors: z.array(z.string()) }),
  },
  /** Compares a file with what the app has. Nothing changes. `errors` says what is wrong with the file. */
  'sharing.compare': {
    input: ofProfile.extend({ text: z.string().max(2 * sharedFileLimits.bytes) }),
    output: z.object({ errors: z.array(z.string()), changes: z.array(sharedChange) }),
  },
  /**
   * Applies changes, all or none. `undo` reverts them. `isCurrent` is false if an entry is no longer as it was shown;
   * then, or with `errors`, nothing was changed.
   */
  'sharing.apply': {
    input: ofProfile.extend({
      changes,
      /** The source that offered them, which doesn't offer them again. */
      source: sourceKind.nullable(),
      /** Whether they revert earlier ones, which are then offered again. */
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
  /** Reads the sources of a profile. Empty if it follows none. */
  'sharing.sources': { input: ofProfile, output: z.array(sharedSource) },
  /**
   * Takes changes of the service from now on without asking, or stops. Presets and views are still removed only by the
   * person, and own changes stay until the service changes the same entry.
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
  /** Writes changes into the followed file. `isCurrent` is false if the file changed; then nothing was written. */
  'sharing.write': {
    input: ofProfile.extend({ changes }),
    output: z.object({ isCurrent: z.boolean(), errors: z.array(z.string()) }),
  },
}
