import { entryKey, entryTexts, withChanges } from '../../contract/rules/sharedEntries.ts'
import type { SharedChange } from '../../contract/rules/sharedEntries.ts'
import { describeSharedFileError, readSharedFile } from '../../contract/rules/readSharedFile.ts'
import { writeSharedFile } from '../../contract/rules/writeSharedFile.ts'
import type { Redactor } from '../redactor.ts'
import type { SettingsFile } from '../settings/settings.ts'
import type { FileAccess } from './fileAccess.ts'
import { followFile } from './followedFile.ts'
import type { FollowedFile } from './followedFile.ts'
import { withSharing } from './profileSharing.ts'
import type { Source } from './sharing.ts'

/**
 * Reasons for writing nothing. `changed`: the file has changed since it was shown. `key`: the text contains a project
 * key.
 */
export type WriteResult = 'written' | 'changed' | 'key' | { errors: string[] }

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
  let last: Promise<unknown> = Promise.resolve()
  const fileOf = (profileId: string): FollowedFile | null => {
    const path = settings.get().sharing[profileId]?.file?.path
    if (path === undefined) return null
    const known = files.get(profileId)
    if (known?.path === path) return known
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
    const file = fileOf(profileId)
    const { errors, content } = (await file?.read()) ?? { errors: [], content: null }
    if (!file || !content) return { errors }
    if (!areBefore(changes, entryTexts(content))) return 'changed'
    const next = withChanges(content, changes)
    const text = writeSharedFile(next)
    const checked = readSharedFile(text)
    if (!checked.ok) return { errors: checked.errors.map(describeSharedFileError) }
    if (hasKey(text)) return 'key'
    const written = await file.write(checked.value, text)
    return written.ok ? written.value : { errors: [written.error] }
  }
  return {
    kind: 'file',
    look: async (profileId) => (await fileOf(profileId)?.poll()) ?? null,
    follow: async (profileId, path) => {
      const found = await access.look(path)
      if (!found.ok) return { errors: [found.error], isMissing: found.isMissing }
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
      const written = last.then(() => write(profileId, changes))
      last = written.catch(() => undefined)
      return written
    },
    offers: async (profileId, changes) => {
      const content = (await fileOf(profileId)?.poll())?.content
      if (!content) return false
      const texts = entryTexts(content)
      return changes.every((change) => (texts.get(entryKey(change)) ?? null) === change.after)
    },
  }
}

function areBefore(changes: readonly SharedChange[], texts: ReadonlyMap<string, string>): boolean {
  return changes.every((change) => (texts.get(entryKey(change)) ?? null) === change.before)
}
