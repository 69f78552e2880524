import { describeSharedFileError, readSharedFile } from '../../contract/rules/readSharedFile.ts'
import type { SharedRules } from '../../contract/rules/sharedFile.ts'
import type { FileAccess, FileResult, ReadFile } from './fileAccess.ts'

/**
 * The last contents of a source of shared rules. `content` is `null` if the source can't be read; `errors` contains the
 * reasons.
 */
export interface Snapshot {
  where: string
  readAt: string | null
  errors: string[]
  content: SharedRules | null
}

/** A followed file. */
export interface FollowedFile {
  path: string
  /** Checks whether the file changed, reads it if so, and returns its state. */
  poll: () => Promise<Snapshot>
  /** Reads the file now. */
  read: () => Promise<Snapshot>
  /** Replaces the file if it is unchanged since the last read. Returns an error, or `null`. */
  write: (content: SharedRules, text: string) => Promise<FileResult<'written' | 'changed'>>
}

/** The error for a text that contains a key. Its entries would be shown and stored with the key. */
export const hasKeyError =
  'The file contains a project key that this app knows. Remove it from the file. If others can read the file, replace the key.'

/** Time that a file must be unchanged before it is read, in milliseconds, because it may be half-written. */
const settledMs = 300

/** Follows a file by polling, because network shares report no events. Rereads it only if it changed. */
export function followFile(
  path: string,
  access: FileAccess,
  hasKey: (text: string) => boolean,
): FollowedFile {
  let lastChange: { signature: string; at: number } | null = null
  let lastRead: { signature: string; content: SharedRules | null; errors: string[] } | null = null
  let readAt: string | null = null
  let pending: Promise<Snapshot> | null = null

  const snapshot = (errors = lastRead?.errors ?? [], content = lastRead?.content ?? null): Snapshot => ({
    ...{ where: path, readAt, errors },
    content: errors.length > 0 ? null : content,
  })
  const saveResult = (result: FileResult<ReadFile>): Snapshot => {
    if (!result.ok) return snapshot([result.error])
    const { text, signature } = result.value
    const read = readSharedFile(text)
    if (hasKey(text)) lastRead = { signature, content: null, errors: [hasKeyError] }
    else
      lastRead = read.ok
        ? { signature, content: read.value, errors: [] }
        : { signature, content: null, errors: read.errors.map(describeSharedFileError) }
    readAt = new Date().toISOString()
    return snapshot()
  }
  const read = async () => saveResult(await access.read(path))
  const poll = async (): Promise<Snapshot> => {
    const state = await access.readSignature(path)
    if (!state.ok) return snapshot([state.error])
    const signature = state.value
    if (lastRead?.signature === signature) {
      readAt = new Date().toISOString()
      return snapshot()
    }
    const isSettled = lastChange?.signature === signature && performance.now() - lastChange.at >= settledMs
    if (isSettled) return await read()
    if (lastChange?.signature !== signature) lastChange = { signature, at: performance.now() }
    return snapshot()
  }
  return {
    path,
    poll: () => (pending ??= poll().finally(() => (pending = null))),
    read,
    write: async (content, text) => {
      const state = await access.readSignature(path)
      if (!state.ok) return state
      if (state.value !== lastRead?.signature) return { ok: true, value: 'changed' }
      const result = await access.write(path, text)
      if (!result.ok) return result
      lastRead = { signature: result.value, content, errors: [] }
      readAt = new Date().toISOString()
      return { ok: true, value: 'written' }
    },
  }
}
