import { randomText } from '../random/text.ts'
import { defaultTerms } from '../store/projectTerms.ts'
import type { Store } from '../store/store.ts'
import { hashProjectKey, newProjectKey } from '../projectKey.ts'

/** A key as it is shown, once, to whoever asked for it. */
export interface IssuedKey {
  project: string
  name: string
  key: string
}

/** A key that takes the place of others. */
export interface RotatedKey extends IssuedKey {
  /** From when on no older key of the project proves it. */
  oldKeysEnd: number
}

/** By which a project is known. */
export function newProjectId(): string {
  return `prj_${randomText(12)}`
}

/** Makes a project with its first key. */
export async function createProject(store: Store, name: string, id = newProjectId()): Promise<IssuedKey> {
  const project = { id, name, active: true, createdAt: Date.now(), deletedAt: null, terms: defaultTerms }
  await store.insertProject(project)
  return { project: project.id, name, key: await issueKey(store, project.id) }
}

/**
 * Gives a project a new key. The old ones go on proving it for `graceMs` more, by default not at all. `null` when there
 * is no such project.
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
