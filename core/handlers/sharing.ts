import type { CallOutput, ParsedInput } from '../../contract/calls.ts'
import type { sharingCalls } from '../../contract/calls/sharing.ts'
import { maxSavedViews } from '../../contract/library/savedView.ts'
import { describeSharedFileError, readSharedFile } from '../../contract/rules/readSharedFile.ts'
import { compareShared } from '../../contract/rules/sharedEntries.ts'
import { writeSharedFile } from '../../contract/rules/writeSharedFile.ts'
import { fail, ok } from '../../contract/result.ts'
import type { Result } from '../../contract/result.ts'
import type { TextFile } from '../../contract/textFile.ts'
import type { Handlers } from '../dispatch.ts'
import { ignoreStorageProblem } from '../folder/storageProblem.ts'
import type { Remote } from '../library/thread/messages.ts'
import type { Redactor } from '../redactor.ts'
import { findProfile } from '../profiles/profiles.ts'
import type { SettingsFile } from '../settings/settings.ts'
import { resolvePath } from '../sharing/fileAccess.ts'
import type { FileAccess } from '../sharing/fileAccess.ts'
import { hasKeyError } from '../sharing/followedFile.ts'
import type { FollowedFiles } from '../sharing/followedFiles.ts'
import type { Sharing } from '../sharing/sharing.ts'
import type { SharedStore } from '../sharing/store.ts'

interface Parts {
  settings: SettingsFile
  redactor: Redactor
  shared: Remote<SharedStore>
  access: FileAccess
  files: FollowedFiles
  sharing: Sharing
}

export function sharingHandlers(parts: Parts): Pick<Handlers, keyof typeof sharingCalls> {
  const { settings, shared, files, sharing } = parts
  return {
    'sharing.export': ({ profileId }) => exportShared(parts, profileId),
    'sharing.compare': async ({ profileId, text }) => {
      if (parts.redactor.redact(text) !== text) return ok({ errors: [hasKeyError], changes: [] })
      const read = readSharedFile(text)
      if (!read.ok) return ok({ errors: read.errors.map(describeSharedFileError), changes: [] })
      const local = await shared.read(profileId)
      if (!local) return fail({ code: 'rules_newer' })
      // A preset or view that is missing from a file imported once isn't a removal.
      const changes = compareShared(local.content, read.value)
      return ok({
        errors: [],
        changes: changes.filter(({ kind, after }) => kind === 'rule' || after !== null),
      })
    },
    'sharing.apply': async ({ profileId, changes, source, isUndo }) => {
      const profile = findProfile(settings, profileId)
      if (!profile.ok) return profile
      const isShown = source !== 'file' || isUndo || (await files.offers(profileId, changes))
      const applied = isShown ? await shared.apply(profileId, changes) : 'stale'
      if (applied === 'unreadable') return fail({ code: 'rules_newer' })
      if (applied === 'too many views') return ok({ isCurrent: true, undo: [], errors: [tooManyViews] })
      if (applied === 'stale') return ok({ isCurrent: false, undo: [], errors: [] })
      // They were applied, so the user needs the answer with their Undo.
      if (source) await ignoreStorageProblem(sharing.decide(profileId, source, changes, isUndo))
      return ok({ isCurrent: true, undo: applied.undo, errors: [] })
    },
    'sharing.keep': async ({ profileId, changes, source, isUndo }) => {
      await sharing.decide(profileId, source, changes, isUndo)
      return ok(null)
    },
    'sharing.sources': async ({ profileId }) => {
      const sources = await sharing.compare(profileId)
      return sources ? ok(sources) : fail({ code: 'rules_newer' })
    },
    'sharing.followService': async ({ profileId, follows }) => {
      await sharing.setFollows(profileId, follows)
      await sharing.compare(profileId)
      return ok(null)
    },
    'sharing.follow': (input) => follow(parts, input),
    'sharing.write': async ({ profileId, changes }) => {
      const result = await files.write(profileId, changes)
      if (result === 'key') return ok({ isCurrent: true, errors: [hasKey] })
      if (result === 'changed') return ok({ isCurrent: false, errors: [] })
      if (result !== 'written') return ok({ isCurrent: true, errors: result.errors })
      await ignoreStorageProblem(sharing.decide(profileId, 'file', changes, false))
      return ok({ isCurrent: true, errors: [] })
    },
  }
}

/** Starts following a file, creating it first if requested, or stops following. */
async function follow(
  parts: Parts,
  { profileId, path, create }: ParsedInput<'sharing.follow'>,
): Promise<Result<CallOutput<'sharing.follow'>>> {
  const { settings, files } = parts
  if (path === null) {
    await files.unfollow(profileId)
    return ok({ errors: [], isMissing: false })
  }
  const profile = findProfile(settings, profileId)
  if (!profile.ok) return profile
  const absolutePath = resolvePath(path)
  if (absolutePath === null)
    return ok({ errors: ['Enter the whole path, from the drive or the root.'], isMissing: false })
  const followed = await files.follow(profileId, absolutePath)
  if (!create || !followed.isMissing) return ok(followed)
  const exported = await exportShared(parts, profileId)
  if (!exported.ok) return exported
  if (exported.value.errors.length > 0) return ok({ errors: exported.value.errors, isMissing: false })
  const result = await parts.access.write(absolutePath, exported.value.text)
  return ok(
    result.ok
      ? await files.follow(profileId, absolutePath)
      : { errors: [result.error], isMissing: result.isMissing },
  )
}

const hasKey =
  'Nothing was written: a rule, preset or view contains a project key that this app knows. Remove it, then try again.'
const tooLarge =
  'Nothing was written: a file can have at most 1 MiB and 50,000 values. Delete presets or values that you no longer need.'
const tooManyViews = `Nothing was changed: at most ${maxSavedViews} views can be saved. Delete some under Links, or take fewer.`

async function exportShared(
  { shared, settings, redactor }: Parts,
  profileId: string,
): Promise<Result<TextFile & { leftOut: string[]; errors: string[] }>> {
  const local = await shared.read(profileId)
  if (!local) return fail({ code: 'rules_newer' })
  const name = settings.get().profiles.find(({ id }) => id === profileId)?.name ?? ''
  const text = writeSharedFile({ profile: name, ...local.content })
  const { leftOut } = local
  const errors = redactor.redact(text) !== text ? [hasKey] : readSharedFile(text).ok ? [] : [tooLarge]
  return ok({ name: fileName(name), text: errors.length > 0 ? '' : text, leftOut, errors })
}

/** Returns a file name that is safe on every system. */
function fileName(profile: string): string {
  const safe = profile
    .replace(/[^\p{L}\p{N} _-]+/gu, '')
    .trim()
    .replace(/\s+/g, '-')
  return `${safe.slice(0, 60) || 'linkwright'}.linkwright-rules.json`
}
