import { maxSavedViews } from '../../contract/service/rules/viewLimits.ts'
import { readSharedFile } from '../../contract/service/rules/readSharedFile.ts'
import { compareShared } from '../../contract/app/rules/sharedEntries.ts'
import { writeSharedFile } from '../../contract/service/rules/writeSharedFile.ts'
import { fail, ok, type Result } from '../../contract/app/problems/result.ts'
import type { TextFile } from '../../contract/app/tables/textFile.ts'
import type { Handlers } from '../dispatch.ts'
import { done } from './done.ts'
import { toFileName } from '../library/exporting/fileName.ts'
import { ignoreStorageProblem } from '../folder/storageProblem.ts'
import { findProfile } from '../profiles/profiles.ts'
import type { AppServices } from '../appServices.ts'

export function sharingHandlers(parts: AppServices) {
  const { settings, shared, sharing } = parts
  return {
    'sharing.export': ({ profileId }) => exportShared(parts, profileId),
    'sharing.compare': async ({ profileId, text }) => {
      if (parts.redactor.redact(text) !== text) return ok({ errors: [hasKeyError], changes: [] })
      const read = readSharedFile(text)
      if (!read.ok) return ok({ errors: read.errors, changes: [] })
      const local = await shared.read(profileId)
      if (!local) return fail({ code: 'rules_newer' })
      // A preset or view that is missing from a file imported once isn't a removal.
      const changes = compareShared(local.content, read.value)
      return ok({
        errors: [],
        changes: changes.filter(({ kind, after }) => kind === 'rule' || after !== null),
      })
    },
    'sharing.apply': async ({ profileId, changes, isFromService, isUndo }) => {
      const profile = findProfile(settings, profileId)
      if (!profile.ok) return profile
      const applied = await shared.apply(profileId, changes)
      if (applied === 'unreadable') return fail({ code: 'rules_newer' })
      if (applied === 'too many views') return ok({ isCurrent: true, undo: [], errors: [tooManyViews] })
      if (applied === 'stale') return ok({ isCurrent: false, undo: [], errors: [] })
      // They were applied, so the user needs the answer with their Undo.
      if (isFromService) await ignoreStorageProblem(sharing.decide(profileId, changes, isUndo))
      return ok({ isCurrent: true, undo: applied.undo, errors: [] })
    },
    'sharing.keep': ({ profileId, changes, isUndo }) => done(sharing.decide(profileId, changes, isUndo)),
    'sharing.service': ({ profileId }) => sharing.compare(profileId),
    'sharing.followService': async ({ profileId, follows }) => {
      await sharing.setFollows(profileId, follows)
      await sharing.compare(profileId)
      return ok(null)
    },
  } satisfies Partial<Handlers>
}

/** The error for a text that contains a key. Its entries would be shown and stored with the key. */
const hasKeyError =
  'The file contains a project key that this app knows. Remove it from the file. If others can read the file, replace the key.'
const hasKey =
  'Nothing was written: a rule, preset or view contains a project key that this app knows. Remove it, then try again.'
const tooLarge =
  'Nothing was written: a file can have at most 1 MiB and 50,000 values. Delete presets or values that you no longer need.'
const tooManyViews = `Nothing was changed: at most ${maxSavedViews} views can be saved. Delete some under Links, or take fewer.`

async function exportShared(
  { shared, settings, redactor }: AppServices,
  profileId: string,
): Promise<Result<TextFile & { leftOut: string[]; errors: string[] }>> {
  const local = await shared.read(profileId)
  if (!local) return fail({ code: 'rules_newer' })
  const name = settings.get().profiles.find(({ id }) => id === profileId)?.name ?? ''
  const text = writeSharedFile({ profile: name, ...local.content })
  const { leftOut } = local
  const errors = redactor.redact(text) !== text ? [hasKey] : readSharedFile(text).ok ? [] : [tooLarge]
  const file = `${toFileName(name) || 'linkwright'}.linkwright-rules.json`
  return ok({ name: file, text: errors.length > 0 ? '' : text, leftOut, errors })
}
