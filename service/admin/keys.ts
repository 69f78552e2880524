import { defaultKey, issueKey, rotateKey } from '../keys/issue.ts'
import type { KeyTerms } from '../keys/issue.ts'
import { mayHoldProjectKey } from '../projectKey.ts'
import type { Project, ProjectKey, Store } from '../store/store.ts'
import { recordAct } from './acts.ts'
import { AdminError, UsageError } from './command.ts'
import type { CommandRow } from './command.ts'
import { commandPrefix } from './help.ts'
import { describeTerms, keyTermOptions, readKeyTerms, readName } from './keyTerms.ts'
import { flagOption, timeOption, valueOption } from './options.ts'
import { findProject, projectNotFoundError } from './projects.ts'

const dayMs = 86_400_000
const maxGraceDays = 90
const graceTooLong = `--grace is at most ${maxGraceDays}d: an old key that works for longer has not been replaced.`

export const keyCommands: CommandRow[] = [
  {
    words: 'key add',
    operands: ['PROJECT'],
    about: 'Adds a key with a name to a project, and shows it only once.',
    details: [
      'Give each program and person a key of their own: each can be replaced and removed without the others, and each link',
      'has the name of the key that created it.',
    ],
    options: keyTermOptions,
    run: async ({ store, print, note }, { operands: [id = ''], options }) => {
      const terms = readKeyTerms(options)
      const { store: opened, project } = await findProject(store, id)
      rejectTaken(await opened.listKeys(id), terms.name)
      await recordAct(opened, 'key add', { project: id, ...describeTerms(terms) })
      const key = await issueKey(opened, id, terms)
      print({ project: id, name: project.name, ...describeTerms(terms), key })
      if (!project.active) note(disabledNote(id))
    },
  },
  {
    words: 'key rotate',
    operands: ['PROJECT'],
    about: 'Replaces a key of a project by a new one, which is shown only once.',
    details: [
      `Without --name it replaces the key "${defaultKey.name}", which each project starts with. Keys of other names stay.`,
      'Without --grace the old key stops working within a second.',
      'All older keys of the name stop working by then, also those whose grace would have been longer; no grace gets longer.',
      'Prints the new key and, as "old_keys_end", when the last older one stops working.',
    ],
    options: [
      valueOption(
        'name',
        'NAME',
        'the key to replace; the new one has the same name, scope and environment.',
      ),
      timeOption(
        'grace',
        `lets the old key work that much longer, while the new one is rolled out: 90s, 30m, 24h, at most ${maxGraceDays}d.`,
      ).default(0),
    ],
    run: async ({ store, print, note }, { operands: [id = ''], options }) => {
      const grace = Number(options['grace'])
      if (grace > maxGraceDays * dayMs) throw new UsageError(graceTooLong)
      const found = await findProject(store, id)
      const terms = termsToRotate(await found.store.listKeys(id), readName(options) ?? defaultKey.name)
      const act = { project: id, ...describeTerms(terms), grace_seconds: grace / 1_000 }
      await recordAct(found.store, 'key rotate', act)
      const rotated = await rotateKey(found.store, id, grace, terms)
      if (!rotated) throw projectNotFoundError(id)
      const { oldKeysEnd, ...issued } = rotated
      print({ ...issued, ...describeTerms(terms), old_keys_end: formatTime(oldKeysEnd) })
      if (!found.project.active) note(disabledNote(id))
    },
  },
  {
    words: 'key list',
    operands: ['PROJECT'],
    about: 'Lists the keys of a project by name and fingerprint, oldest first.',
    details: [
      'A fingerprint is the beginning of the hash of a key. The key itself cannot be shown again.',
      '"environment" is null for a key that works in both. "last_used_at" is exact to about a minute.',
      '"state" is "works", "ended", or "project_disabled" for a key that would work if its project were enabled.',
    ],
    run: async ({ store, print }, { operands: [id = ''] }) => {
      const { store: opened, project } = await findProject(store, id)
      for (const key of await opened.listKeys(id)) {
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
    words: 'key remove',
    operands: ['PROJECT', 'NAME'],
    about: 'Removes a key by its name, within a second.',
    details: [
      'Also withdraws an invitation for that name. Other keys keep working. Afterwards a new key may have that name.',
    ],
    run: async ({ store, print }, { operands: [id = '', name = ''] }) => {
      const { store: opened } = await findProject(store, id)
      await recordAct(opened, 'key remove', { project: id, key_name: name })
      const invitations = await opened.invitations.withdraw(id, Date.now(), name)
      const removed = await opened.expireKeys(id, Date.now(), null, name)
      if (removed + invitations === 0) throw keyNotFoundError(id, name)
      print({ project: id, key_name: name, removed, invitations })
    },
  },
  {
    words: 'key revoke',
    operands: ['PROJECT'],
    about: 'Removes all keys and invitations of a project within a second.',
    details: ['Without --old, the project has no key until "key rotate" or "key add" creates one.'],
    options: [flagOption('old', 'keeps the newest key of each name, and ends the grace of the others.')],
    run: async ({ store, print }, { operands: [id = ''], options }) => {
      const { store: opened } = await findProject(store, id)
      const old = options['old'] === true
      await recordAct(opened, 'key revoke', { project: id, old })
      if (!old) await opened.invitations.withdraw(id, Date.now())
      const revoked = old ? await revokeOld(opened, id) : await opened.expireKeys(id, Date.now(), null)
      print({ project: id, revoked })
    },
  },
]

/** Throws if a working key has the name: the two could not be distinguished. */
export function rejectTaken(
  keys: readonly ProjectKey[],
  name: string,
  advice = 'Take another name, or replace it by "key rotate".',
): void {
  if (!hasWorkingKey(keys, name)) return
  throw new AdminError(`The project has a key ${JSON.stringify(name)} already. ${advice}`)
}

/** What a new key takes over from the newest of its name. The default key can also be made again. */
function termsToRotate(keys: readonly ProjectKey[], name: string): KeyTerms {
  const newest = keys.findLast((key) => key.name === name)
  if (name === defaultKey.name) return newest ?? defaultKey
  if (!newest || !hasWorkingKey(keys, name)) throw keyNotFoundError(keys[0]?.project ?? 'PROJECT', name)
  return newest
}

function hasWorkingKey(keys: readonly ProjectKey[], name: string): boolean {
  return keys.some((key) => key.name === name && Date.now() < (key.expiresAt ?? Infinity))
}

async function revokeOld(store: Store, project: string): Promise<number> {
  const newest = new Map((await store.listKeys(project)).map(({ name, hash }) => [name, hash]))
  let revoked = 0
  for (const [name, hash] of newest) revoked += await store.expireKeys(project, Date.now(), hash, name)
  return revoked
}

function keyNotFoundError(project: string, name: string): AdminError {
  const shown = mayHoldProjectKey(name) ? 'by that name' : JSON.stringify(name)
  return new AdminError(
    `The project has no working key ${shown}. "${commandPrefix} key list ${project}" shows all.`,
  )
}

function disabledNote(id: string): string {
  return `The project is disabled, so its new key does not work yet: "${commandPrefix} project enable ${id}" changes that.`
}

function keyState({ expiresAt }: ProjectKey, { active }: Project): string {
  if (Date.now() >= (expiresAt ?? Infinity)) return 'ended'
  return active ? 'works' : 'project_disabled'
}

function formatTime(time: number | null): string | null {
  return time === null ? null : new Date(time).toISOString()
}
