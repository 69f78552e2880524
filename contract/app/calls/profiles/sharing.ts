import { z } from 'zod'
import { call } from '../call.ts'
import { sharedChange } from '../../rules/sharedEntries.ts'
import { sharedFileLimits } from '../../../service/rules/sharedFile.ts'
import { textFile } from '../../tables/textFile.ts'

const ofProfile = z.strictObject({ profileId: z.string().min(1).max(100) })
const changes = z.array(sharedChange).min(1).max(2_000)

/** The rules that a profile's service shares, and their differences from the app's own. */
const sharedByService = z.object({
  /** The name of the service. */
  where: z.string(),
  /** Whether tracking rules are part of it. */
  hasRules: z.boolean(),
  /** Whether its changes are applied without asking. */
  follows: z.boolean(),
  /** When they were last read successfully; `null` if never. */
  readAt: z.iso.datetime().nullable(),
  /** Why they can't be read. If there are errors, nothing is compared. */
  errors: z.array(z.string()),
  /** `isOffered`: the user hasn't decided on this state of the entry. */
  changes: z.array(z.intersection(sharedChange, z.object({ isOffered: z.boolean() }))),
})
export type SharedByService = z.infer<typeof sharedByService>

/** Rules, presets and saved views that teams share without accounts (`contract/service/rules/sharedFile.ts`). */
export const sharingCalls = {
  /**
   * Returns the content that a profile shares, as a file. `leftOut` lists presets and views that are meaningless on
   * other computers. With `errors`, the text is empty.
   */
  'sharing.export': call(
    ofProfile,
    textFile.extend({ leftOut: z.array(z.string()), errors: z.array(z.string()) }),
  ),
  /**
   * Compares a file with the app's own rules, presets and views. Changes nothing. `errors` lists the file's mistakes.
   */
  'sharing.compare': call(
    ofProfile.extend({ text: z.string().max(2 * sharedFileLimits.bytes) }),
    z.object({ errors: z.array(z.string()), changes: z.array(sharedChange) }),
  ),
  /**
   * Applies all changes or none. `undo` reverts them. `isCurrent` is false if an entry has changed since it was shown.
   * In that case, or with `errors`, nothing was changed.
   */
  'sharing.apply': call(
    ofProfile.extend({
      changes,
      /** Whether the service offered them. It won't offer them again. */
      isFromService: z.boolean().default(false),
      /** Whether they revert earlier changes, which are then offered again. */
      isUndo: z.boolean().default(false),
    }),
    z.object({ isCurrent: z.boolean(), undo: z.array(sharedChange), errors: z.array(z.string()) }),
  ),
  /** Keeps the app's own entries. The service offers its own again when they change. */
  'sharing.keep': call(ofProfile.extend({ changes, isUndo: z.boolean().default(false) }), z.null()),
  /** Returns what the profile's service shares, as last read; `null` if it shares nothing. */
  'sharing.service': call(ofProfile, sharedByService.nullable()),
  /**
   * Turns applying changes of the service without asking on or off. Even then, only the user removes presets and views,
   * and the user's own changes stay until the service changes the same entry.
   */
  'sharing.followService': call(ofProfile.extend({ follows: z.boolean() }), z.null()),
}
