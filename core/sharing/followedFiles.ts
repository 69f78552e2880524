import { entryKey, entryTexts, withChanges } from '../../contract/rules/sharedEntries.ts'
import type { SharedChange } from '../../contract/rules/sharedEntries.ts'
import { describeSharedFileError, readSharedFile } from '../../contract/rules/readSharedFile.ts'
import { writeSharedFile } from '../../contract/rules/writeSharedFile.ts'
import type { Redactor } from '../redactor.ts'
import type { SettingsFile } from '../settings/settings.ts'
import type { FileAccess } from './fileAccess.ts'
import { followFile } from './followedFile.ts'
import type { FollowedFile } from './followedFile.ts'
import { withSharing } from '../settings/profileSharing.ts'
import type { Source } from './sharing.ts'

/**
 * Reasons for writing nothing. `changed`: the file has changed since it was shown. `key`: the text contains a project
 * key.
 */
type WriteResult = 'written' | 'changed' | 'key' | { errors: string[] }

export interface FollowedFiles extends Source {
  /** Reads a file and follows it if it can be read. Returns its errors. */
  follow: (profileId: string, path: string) => Promise<{ errors: string[]; isMissing: boolean }>
  unfollow: (profileId: string) => Promise<void>
  /** Writes changes into the followed file. */
  write: (profileId: string, changes: readonly SharedChange[]) => Promise<WriteResult>
  /** Whether the file still contains these changes. */
  offers: (profileId: string, changes: readonly SharedChange[]) => Promise<boolean>
}

interface Parts {
  settings: SettingsFile
  access: FileAccess
  redactor: Redactor
}

/** The files that profiles follow. */
export function createFollowedFiles({ settings, access, redactor }: Parts): FollowedFiles {
  const files = new Map<string, FollowedFile>()
  const hasKey = (text: string) => redactor.redact(text) !== text
  let lastWrite: Promise<unknown> = Promise.resolve()
  const getFile = (profileId: string): FollowedFile | null => {
    const path = settings.get().sharing[profileId]?.file?.path
    if (path === undefined) return null
    const existing = files.get(profileId)
    if (existing?.path === path) return existing
    const file = followFile(path, access, hasKey)
    files.set(profileId, file)
    return file
  }
  const save = (profileId: string, path: string | null) =>
    settings.change((all) =>
      withSharing(all, profileId, ({ service }) => ({
        file: path === null ? null : { path, decided: {} },
        service,
      })),
    )
  const write = async (profileId: string, changes: readonly SharedChange[]): Promise<WriteResult> => {
    const file = getFile(profileId)
    const { errors, content } = (await file?.read()) ?? { errors: [], content: null }
    if (!file || !content) return { errors }
    if (!areUnchanged(changes, entryTexts(content))) return 'changed'
    const next = withChanges(content, changes)
    const text = writeSharedFile(next)
    const checked = readSharedFile(text)
    if (!checked.ok) return { errors: checked.errors.map(describeSharedFileError) }
    if (hasKey(text)) return 'key'
    const result = await file.write(checked.value, text)
    return result.ok ? result.value : { errors: [result.error] }
  }
  return {
    kind: 'file',
    poll: async (profileId) => (await getFile(profileId)?.poll()) ?? null,
    follow: async (profileId, path) => {
      const state = await access.readSignature(path)
      if (!state.ok) return { errors: [state.error], isMissing: state.isMissing }
      const file = followFile(path, access, hasKey)
      const { errors } = await file.read()
      if (errors.length > 0) return { errors, isMissing: false }
      await save(profileId, path)
      files.set(profileId, file)
      return { errors: [], isMissing: false }
    },
    unfollow: async (profileId) => {
      await save(profileId, null)
      files.delete(profileId)
    },
    // Serialized, because two windows may write.
    write: (profileId, changes) => {
      const pendingWrite = lastWrite.then(() => write(profileId, changes))
      lastWrite = pendingWrite.catch(() => undefined)
      return pendingWrite
    },
    offers: async (profileId, changes) => {
      const content = (await getFile(profileId)?.poll())?.content
      if (!content) return false
      const texts = entryTexts(content)
      return changes.every((change) => (texts.get(entryKey(change)) ?? null) === change.after)
    },
  }
}

function areUnchanged(changes: readonly SharedChange[], texts: ReadonlyMap<string, string>): boolean {
  return changes.every((change) => (texts.get(entryKey(change)) ?? null) === change.before)
}
