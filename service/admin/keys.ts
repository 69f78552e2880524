import { defaultKey, hasWorkingKey, issueKey, rotateKey, type KeyTerms } from '../keys/issue.ts'
import { mayContainProjectKey } from '../projectKey.ts'
import type { Project, ProjectKey } from '../store/projects/project.ts'
import type { Store } from '../store/store.ts'
import { recordAction } from './auditLog.ts'
import { AdminError, UsageError, type CommandRow } from './command.ts'
import { commandPrefix } from './help.ts'
import { describeTerms, keyTermOptions, readKeyTerms, readName } from './keyTerms.ts'
import { flagOption, timeOption, valueOption } from './options.ts'
import { findProject, projectNotFoundError } from './projects.ts'
import { formatTime } from '../store/links/linkSwitch.ts'

const dayMs = 86_400_000
const maxGraceDays = 90
const graceTooLongMessage = `--grace must be at most ${maxGraceDays}d: a key that keeps working for longer has not been replaced.`

export const keyCommands: CommandRow[] = [
  {
    name: 'key add',
    access: 'write',
    operands: ['PROJECT'],
    summary: 'Adds a named key to a project, and prints it only once.',
    details: [
      'Give each program and person their own key: it can be replaced and removed without affecting the others, and each link',
      'shows the name of the key that created it.',
    ],
    options: keyTermOptions,
    run: async ({ openStore, print, note }, { operands: [id = ''], options }) => {
      const terms = readKeyTerms(options)
      const { store, project } = await findProject(openStore, id)
      rejectTakenName(await store.listKeys(id), terms.name)
      await recordAction(store, 'key add', { project: id, ...describeTerms(terms) })
      const key = await issueKey(store, id, terms)
      print({ project: id, name: project.name, ...describeTerms(terms), key })
      if (!project.active) note(disabledNote(id, 'new key'))
    },
  },
  {
    name: 'key rotate',
    access: 'write',
    operands: ['PROJECT'],
    summary: 'Replaces a key of a project with a new one, which is printed only once.',
    details: [
      `Without --name, it replaces the key "${defaultKey.name}", which each project starts with. If the project has other keys,`,
      '--name is required, so that a leaked key is never left working by mistake.',
      'Without --grace, the old key stops working within a second.',
      'Older keys of the same name stop working at the same time, or earlier if their own grace period ends before.',
      'Prints the new key, and as "old_keys_end" the time at which the last of the old keys stops working.',
    ],
    options: [
      valueOption(
        'name',
        'NAME',
        'the key to replace; the new one has the same name, scope and environment.',
      ),
      timeOption(
        'grace',
        `how long the old key keeps working while the new one is rolled out, such as 30m or 24h, at most ${maxGraceDays}d.`,
      ).default(0, 'none'),
    ],
    run: async ({ openStore, print, note }, { operands: [id = ''], options }) => {
      const graceMs = Number(options['grace'])
      if (graceMs > maxGraceDays * dayMs) throw new UsageError(graceTooLongMessage)
      const source = await findProject(openStore, id)
      const keys = await source.store.listKeys(id)
      const terms = termsToRotate(keys, readName(options) ?? onlyKeyName(keys))
      const details = { project: id, ...describeTerms(terms), grace_seconds: graceMs / 1_000 }
      await recordAction(source.store, 'key rotate', details)
      const rotation = await rotateKey(source.store, id, graceMs, terms)
      if (!rotation) throw projectNotFoundError(id)
      const { oldKeysEnd, ...newKey } = rotation
      print({ ...newKey, ...describeTerms(terms), old_keys_end: formatTime(oldKeysEnd) })
      if (!source.project.active) note(disabledNote(id, 'new key'))
    },
  },
  {
    name: 'key list',
    operands: ['PROJECT'],
    summary: 'Lists the keys of a project by name and fingerprint, oldest first.',
    details: [
      'A fingerprint is the beginning of a hash of the key. The key itself cannot be shown again.',
      '"environment" is null if the key works in both. "last_used_at" is accurate to about a minute.',
      '"state" is "works", "ended", or "project_disabled" for a key that would work if its project were enabled.',
    ],
    run: async ({ openStore, print }, { operands: [id = ''] }) => {
      const { store, project } = await findProject(openStore, id)
      for (const key of await store.listKeys(id)) {
        print({
          fingerprint: key.hash.slice(0, 8),
          ...describeTerms(key),
          created_at: formatTime(key.createdAt),
          expires_at: formatTime(key.expiresAt),
          last_used_at: formatTime(key.lastUsedAt),
          state: keyState(key, project),
        })
      }
    },
  },
  {
    name: 'key remove',
    access: 'write',
    operands: ['PROJECT', 'NAME'],
    summary: 'Removes a key by its name. Takes effect within a second.',
    details: [
      'Also withdraws an invitation for that name. Other keys keep working. The name can then be used again.',
    ],
    run: async ({ openStore, print }, { operands: [id = '', name = ''] }) => {
      const { store } = await findProject(openStore, id)
      await recordAction(store, 'key remove', { project: id, key_name: name })
      const invitations = await store.invitations.withdraw(id, Date.now(), name)
      const removed = await store.expireKeys(id, Date.now(), null, name)
      if (removed + invitations === 0) throw keyNotFoundError(id, name)
      print({ project: id, key_name: name, removed, invitations })
    },
  },
  {
    name: 'key revoke',
    access: 'write',
    operands: ['PROJECT'],
    summary: 'Removes all keys and invitations of a project. Takes effect within a second.',
    details: ['Without --old, the project has no key until "key rotate" or "key add" creates one.'],
    options: [
      flagOption(
        'old',
        'keeps the newest key of each name, and removes only old keys in their grace period.',
      ),
    ],
    run: async ({ openStore, print }, { operands: [id = ''], options }) => {
      const { store } = await findProject(openStore, id)
      const old = options['old'] === true
      await recordAction(store, 'key revoke', { project: id, old })
      if (!old) await store.invitations.withdraw(id, Date.now())
      const revoked = old ? await revokeOld(store, id) : await store.expireKeys(id, Date.now(), null)
      print({ project: id, revoked })
    },
  },
]

/** Throws if a working key has the same name: the two could not be distinguished. */
export function rejectTakenName(
  keys: readonly ProjectKey[],
  name: string,
  advice = 'Choose another name, or replace the key with "key rotate".',
): void {
  if (!hasWorkingKey(keys, name)) return
  throw new AdminError(`The project already has a key ${JSON.stringify(name)}. ${advice}`)
}

/** Returns the terms of the newest key with this name. The default key can also be created again. */
function termsToRotate(keys: readonly ProjectKey[], name: string): KeyTerms {
  const newest = keys.findLast((key) => key.name === name)
  if (name === defaultKey.name) return newest ?? defaultKey
  if (!newest || !hasWorkingKey(keys, name)) throw keyNotFoundError(keys[0]?.project ?? 'PROJECT', name)
  return newest
}

/** Returns the name of the default key. Throws if the project has other working keys: the leaked one may be among them. */
function onlyKeyName(keys: readonly ProjectKey[]): string {
  const names = [...new Set(keys.map(({ name }) => name))].filter((name) => hasWorkingKey(keys, name))
  if (names.every((name) => name === defaultKey.name)) return defaultKey.name
  const list = names.map((name) => JSON.stringify(name)).join(', ')
  throw new UsageError(`The project has several keys. Use --name with the one to replace: ${list}.`)
}

async function revokeOld(store: Store, project: string): Promise<number> {
  const keys = await store.listKeys(project)
  const newest = new Map(keys.map(({ name, hash }) => [name, hash]))
  const oldHashes = keys.filter(({ name, hash }) => newest.get(name) !== hash).map(({ hash }) => hash)
  return await store.expireKeys(project, Date.now(), oldHashes)
}

/** Returns the error for a name without a working key. */
export function keyNotFoundError(project: string, name: string): AdminError {
  const shownName = mayContainProjectKey(name) ? 'with that name' : JSON.stringify(name)
  return new AdminError(
    `The project has no working key ${shownName}. "${commandPrefix} key list ${project}" shows all.`,
  )
}

/** Explains why what was created for a disabled project can't be used. */
export function disabledNote(id: string, created: 'new key' | 'invitation'): string {
  return `The project is disabled, so its ${created} does not work yet. To enable it: ${commandPrefix} project enable ${id}`
}

function keyState({ expiresAt }: ProjectKey, { active }: Project): string {
  if (Date.now() >= (expiresAt ?? Infinity)) return 'ended'
  return active ? 'works' : 'project_disabled'
}
