import { randomText } from '../random/text.ts'
import { defaultTerms } from '../store/projectTerms.ts'
import type { Store } from '../store/store.ts'
import { hashProjectKey, newProjectKey } from '../projectKey.ts'

/** A key as shown once to whoever requested it. */
export interface IssuedKey {
  project: string
  name: string
  key: string
}

/** A key that replaces others. */
export interface RotatedKey extends IssuedKey {
  /** When the project's older keys stop working. */
  oldKeysEnd: number
}

/** Returns a new project id. */
export function newProjectId(): string {
  return `prj_${randomText(12)}`
}

/** Creates a project with its first key. */
export async function createProject(store: Store, name: string, id = newProjectId()): Promise<IssuedKey> {
  const project = { id, name, active: true, createdAt: Date.now(), deletedAt: null, terms: defaultTerms }
  await store.insertProject(project)
  return { project: project.id, name, key: await issueKey(store, project.id) }
}

/**
 * Issues a new key for a project. Old keys keep working for `graceMs`, 0 by default. Returns `null` if there is no
 * such project.
 */
export async function rotateKey(store: Store, id: string, graceMs = 0): Promise<RotatedKey | null> {
  const project = await store.findProject(id)
  if (!project) return null
  const key = await issueKey(store, id)
  const oldKeysEnd = Date.now() + graceMs
  await store.expireKeys(id, oldKeysEnd, hashProjectKey(key))
  return { project: id, name: project.name, key, oldKeysEnd }
}

async function issueKey(store: Store, project: string): Promise<string> {
  const key = newProjectKey()
  await store.insertKey({ hash: hashProjectKey(key), project, createdAt: Date.now(), expiresAt: null })
  return key
}
