import { randomText } from '../random/text.ts'
import { defaultTerms } from '../store/projects/projectTerms.ts'
import type { KeyPermissions, ProjectKey } from '../store/projects/project.ts'
import type { Store } from '../store/store.ts'
import { hashProjectKey, newProjectKey } from '../projectKey.ts'

/** A new key. It can be shown only now. */
export interface IssuedKey {
  project: string
  name: string
  key: string
}

/** Returns a new project id. */
export function newProjectId(): string {
  return `prj_${randomText(12)}`
}

export type KeyTerms = Pick<ProjectKey, 'name' | 'environment' | 'scope'> & Partial<KeyPermissions>

/** The first key of a project. A rotation without a name replaces it. */
export const defaultKey: KeyTerms = { name: 'default', environment: null, scope: 'full' }

/** Creates a project with its first key. */
export async function createProject(store: Store, name: string, id = newProjectId()): Promise<IssuedKey> {
  const project = {
    id,
    name,
    active: true,
    createdAt: Date.now(),
    deletedAt: null,
    changesOff: false,
    terms: defaultTerms,
  }
  await store.putProject(project)
  return { project: project.id, name, key: await issueKey(store, project.id, defaultKey) }
}

/**
 * Issues a new key in place of those with the same name. These keep working for `graceMs`, 0 by default. Returns `null` if
 * there is no such project.
 */
export async function rotateKey(store: Store, id: string, graceMs = 0, terms: KeyTerms = defaultKey) {
  const project = await store.findProject(id)
  if (!project) return null
  // Only keys from before this rotation end: if two ended each other's new key, the project would have none.
  const oldKeys = await store.listKeys(id)
  const key = await issueKey(store, id, terms)
  /** When older keys of the same name stop working. */
  const oldKeysEnd = Date.now() + graceMs
  const oldHashes = oldKeys.map(({ hash }) => hash)
  await store.expireKeys(id, oldKeysEnd, oldHashes, terms.name)
  return { project: id, name: project.name, key, oldKeysEnd }
}

/** Stores the hash of a new key and returns the key, which can't be retrieved later. */
export async function issueKey(
  store: Store,
  project: string,
  { name, environment, scope, mayList = false, mayInvite = false }: KeyTerms,
): Promise<string> {
  const key = newProjectKey()
  const hash = hashProjectKey(key)
  const times = { createdAt: Date.now(), expiresAt: null, lastUsedAt: null }
  await store.putKey({ hash, project, ...times, name, environment, scope, mayList, mayInvite })
  return key
}

/** Whether a key of this name works. */
export function hasWorkingKey(keys: readonly ProjectKey[], name: string): boolean {
  return keys.some((key) => key.name === name && Date.now() < (key.expiresAt ?? Infinity))
}
